/** Ctrl-C as an abort signal: the first one ends a job cleanly, the second one ends the process. */

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface Interruption {
  readonly signal: AbortSignal;
  /** Gives the signals back to the system. */
  release(): void;
}

export function listenForInterruption(): Interruption {
  const controller = new AbortController();
  const release = (): void => {
    for (const name of signals) process.off(name, interrupt);
  };
  const interrupt = (): void => {
    release();
    controller.abort();
  };
  for (const name of signals) process.on(name, interrupt);
  return { signal: controller.signal, release };
}
