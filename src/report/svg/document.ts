/** The frame of a plot: elements as text, one style for light and dark, a title that programs read out. */

export interface PlotHead {
  readonly title: string;
  /** A line below it: what was counted, and how. */
  readonly subtitle?: string;
}

export const width = 760;
/** Where the drawing begins below title and subtitle. */
export const headHeight = 64;
/** Line colours that can be told apart also by those who see no red or green; as many as a plot has series at most. */
export const seriesCount = 5;

/** Average width of a character of the small type. */
const characterWidth = 6.6;

type Attributes = Readonly<Record<string, string | number>>;

/** An element; `content` is markup. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const list = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escape(typeof value === 'number' ? round(value) : value)}"`)
    .join('');
  return content === '' ? `<${name}${list}/>` : `<${name}${list}>${content}</${name}>`;
}

export function text(words: string, attributes: Attributes): string {
  return element('text', attributes, escape(words));
}

/** How wide words are, about. */
export function textWidth(words: string): number {
  return words.length * characterWidth;
}

export function plotDocument(
  { title, subtitle }: PlotHead,
  height: number,
  content: string,
): string {
  const head = [
    element('title', {}, escape(title)),
    element('style', {}, style),
    element('rect', { class: 'ground', width, height }),
    text(title, { class: 'title', x: 20, y: 30 }),
    ...(subtitle === undefined ? [] : [text(subtitle, { x: 20, y: 50 })]),
  ].join('\n');
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: 'img',
    'aria-label': title,
  };
  return `${element('svg', attributes, `\n${head}\n${content}\n`)}\n`;
}

function escape(words: string): string {
  return words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}

const light = ['#0b6bcb', '#c2570c', '#0a7d55', '#8a3ffc', '#b3215f'];
const dark = ['#6cb6ff', '#ffa657', '#56d39b', '#c8a6ff', '#ff8fb8'];

const style = [
  'text{font:12px system-ui,-apple-system,"Segoe UI",sans-serif;fill:#57606a}',
  '.title{font-size:16px;font-weight:600;fill:#1f2328}.strong{fill:#1f2328}',
  '.ground{fill:#fff}.grid{stroke:#d8dee4}.axis{stroke:#8c959f}',
  'polyline{fill:none;stroke-width:2;stroke-linejoin:round}',
  ...light.map(series),
  '@media(prefers-color-scheme:dark){',
  'text{fill:#9198a1}.title,.strong{fill:#f0f6fc}',
  '.ground{fill:#0d1117}.grid{stroke:#2b323b}.axis{stroke:#656c76}',
  ...dark.map(series),
  '}',
].join('');

function series(colour: string, index: number): string {
  return `.line${index}{stroke:${colour}}.fill${index}{fill:${colour}}`;
}
