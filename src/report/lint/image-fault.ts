/** What is wrong with an inline image. */

/** The kinds a server takes, with how their bytes begin. */
const kinds: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  'image/png': (bytes) => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n',
  'image/jpeg': (bytes) => bytes.subarray(0, 3).toString('latin1') === '\xff\xd8\xff',
  'image/gif': (bytes) => /^GIF8[79]a$/.test(bytes.subarray(0, 6).toString('latin1')),
  'image/webp': (bytes) => /^RIFF[^]{4}WEBP$/.test(bytes.subarray(0, 12).toString('latin1')),
};

const aliases: Readonly<Partial<Record<string, string>>> = { 'image/jpg': 'image/jpeg' };

/**
 * @param url a `data:` URL
 * @returns what is wrong, in words; undefined when nothing is
 */
export function imageFault(url: string): string | undefined {
  const comma = url.indexOf(',');
  if (comma < 0) return 'the data URL has no comma, so no data';
  const [mime = '', ...parameters] = url.slice('data:'.length, comma).toLowerCase().split(';');
  const kind = aliases[mime] ?? mime;
  if (!kind.startsWith('image/')) return `the data URL is of the type ${mime || 'none'}, no image`;
  if (!parameters.includes('base64')) return 'the data URL is not in base64';
  const data = url.slice(comma + 1);
  if (data === '') return 'the image is empty';
  if (!isBase64(data)) return 'the image is no well-formed base64';
  const begins = kinds[kind];
  if (begins === undefined) return `no server takes ${mime}: ${Object.keys(kinds).join(', ')} are`;
  // The first bytes are enough: what follows may be broken in ways only a decoder sees.
  const bytes = Buffer.from(data.slice(0, 24), 'base64');
  if (begins(bytes)) return undefined;
  const real = Object.entries(kinds).find(([, beginsSo]) => beginsSo(bytes))?.[0];
  return `the data URL says ${mime}, the bytes are ${real === undefined ? 'not' : `of ${real}`}`;
}

function isBase64(data: string): boolean {
  const length = data.replace(/={0,2}$/, '').length;
  return length % 4 !== 1 && /^[A-Za-z0-9+/]*={0,2}$/.test(data);
}
