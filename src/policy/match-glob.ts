/** Globs of denied reads: whether they are valid, and what they match (spec 2 §3.5). */

/** Whether a path matches; a glob that is not valid denies everything. */
export function matchesGlob(path: string, glob: string): boolean {
  const pattern = patternOf(glob);
  return pattern === undefined || pattern.test(path);
}

export function isValidGlob(glob: string): boolean {
  return patternOf(glob) !== undefined;
}

/** `*` and `?` stay within a component, `**` does not; a bracket without its other half is itself. */
function patternOf(glob: string): RegExp | undefined {
  let source = '';
  for (let at = 0; at < glob.length;) {
    const rest = glob.slice(at);
    const deep = /^\*\*(?:\/|$)/.exec(rest);
    const set = /^\[([!^]?)(\]?[^\]]*)\]/.exec(rest);
    if (deep !== null && (at === 0 || glob[at - 1] === '/')) {
      source += deep[0] === '**' ? '.*' : '(?:.*/)?';
      at += deep[0].length;
    } else if (set !== null) {
      source += `[${set[1] === '' ? '' : '^'}${(set[2] ?? '').replaceAll(/[\\\]^[]/g, String.raw`\$&`)}]`;
      at += set[0].length;
    } else {
      source += translated(rest.charAt(0));
      at += 1;
    }
  }
  try {
    return new RegExp(`^${source}$`, 's');
  } catch {
    return undefined;
  }
}

function translated(mark: string): string {
  if (mark === '*') return '[^/]*';
  if (mark === '?') return '[^/]';
  return mark.replace(/[\\^$.*+?()[\]{}|/-]/, String.raw`\$&`);
}
