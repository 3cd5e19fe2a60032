export function fakeOutput(
  file: string,
  session: { readonly requests: number; readonly bytes: number },
): Buffer;
