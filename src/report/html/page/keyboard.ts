/** Keys that work wherever the reader is, but not while something is typed. */

export interface KeyActions {
  readonly stepRequest: (by: number) => void;
  readonly search: () => void;
  readonly close: () => void;
}

export function listenToKeys({ stepRequest, search, close }: KeyActions): void {
  const actions: Readonly<Record<string, () => void>> = {
    j: () => stepRequest(1),
    k: () => stepRequest(-1),
    ArrowRight: () => stepRequest(1),
    ArrowLeft: () => stepRequest(-1),
    Home: () => stepRequest(-Infinity),
    End: () => stepRequest(Infinity),
    '/': search,
    Escape: close,
  };
  /** These scroll the page, unless the time line has the focus. */
  const onTimelineOnly: ReadonlySet<string> = new Set(['Home', 'End']);
  document.addEventListener('keydown', (event) => {
    const action = actions[event.key];
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) && event.key !== 'Escape') return;
    if (onTimelineOnly.has(event.key) && !isTimeline(event.target)) return;
    event.preventDefault();
    action();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, select, textarea');
}

function isTimeline(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('[role="slider"]');
}
