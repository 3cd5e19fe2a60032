/** A list of paths on standard input: one a line, or separated by NUL (`find -print0`). */

/** The paths, as they come in. */
export async function* pathsOnStdin(): AsyncGenerator<string> {
  let separator: string | undefined;
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of process.stdin) {
    rest += decoder.decode(Buffer.from(chunk), { stream: true });
    separator ??= separatorIn(rest);
    if (separator === undefined) continue;
    const paths = rest.split(separator);
    rest = paths.pop() ?? '';
    yield* paths;
  }
  if (rest !== '') yield rest;
}

/** Whatever comes first decides: a path may hold line ends, but not NUL. */
function separatorIn(text: string): string | undefined {
  if (text.includes('\0')) return '\0';
  return text.includes('\n') ? '\n' : undefined;
}
