/** Writes JSON pointers (RFC 6901). */

/** @returns the step into an object's member, with the slash in front: `/a~1b` for `a/b` */
export function pointerStep(key: string): string {
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
