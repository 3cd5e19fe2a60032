// What the AGENTS.md matrix asks: layouts of a project in `r` and a home in `home`, named after the spec's test cases.

/** @typedef {import('./make-layout.mjs').Node} Node */

/**
 * @typedef {object} Settings
 * @property {readonly string[]} [fallbackNames]
 * @property {readonly string[]} [rootMarkers]
 * @property {number} [maxBytes]
 */

/**
 * @typedef {object} Layout
 * @property {string} name
 * @property {Readonly<Record<string, Node>>} nodes
 * @property {string} [cwd]                 default `r`
 * @property {Settings} [settings]          what holds
 * @property {readonly string[]} [args]     how Codex is told, when not by `-c`
 * @property {'trusted' | 'untrusted'} [trust]
 * @property {boolean} [unprivileged]       both run without the power to read what may not be read
 */

/** @type {Node} */
const folder = { kind: 'folder' };
/** @type {Node} */
const pipe = { kind: 'pipe' };
const repo = { 'r/.git': folder };
const user = { 'home/AGENTS.md': 'user doc\n' };
const three = {
  ...repo,
  'r/AGENTS.md': 'root',
  'r/n/AGENTS.md': 'abcdef',
  'r/n/m/AGENTS.md': 'zzzz',
};
const two = { ...repo, 'r/AGENTS.md': 'root doc\n', 'r/s/AGENTS.md': 's doc\n' };

/** @returns {Layout[]} */
export function layouts() {
  return [
    ...documentLayouts(),
    ...rootLayouts(),
    ...nameLayouts(),
    ...budgetLayouts(),
    ...textLayouts(),
    ...placeLayouts(),
    ...trustLayouts(),
    ...randomLayouts(60),
  ];
}

/** @returns {Layout[]} */
function documentLayouts() {
  const fallback = { fallbackNames: ['X.md'] };
  return [
    { name: 'none', nodes: repo },
    { name: 'project only', nodes: { ...repo, 'r/AGENTS.md': 'root doc\n' } },
    { name: 'user only', nodes: { ...repo, ...user } },
    { name: 'user and project', nodes: { ...two, ...user }, cwd: 'r/s' },
    {
      name: 'project overrides',
      nodes: { ...two, 'r/s/AGENTS.override.md': '  over  ' },
      cwd: 'r/s',
    },
    { name: 'A1 blank override', nodes: { ...two, 'r/s/AGENTS.override.md': '  \n' }, cwd: 'r/s' },
    { name: 'A1 empty override', nodes: { ...two, 'r/s/AGENTS.override.md': '' }, cwd: 'r/s' },
    {
      name: 'A2 blank user override',
      nodes: { ...repo, ...user, 'home/AGENTS.override.md': ' \n' },
    },
    { name: 'user override', nodes: { ...repo, ...user, 'home/AGENTS.override.md': 'over' } },
    {
      name: 'A3 override is a folder',
      nodes: { ...two, ...user, 'home/AGENTS.override.md': folder, 'r/AGENTS.override.md': folder },
    },
    { name: 'user documents are folders', nodes: { ...repo, 'home/AGENTS.md': folder } },
    {
      name: 'A4 folder, fallback',
      nodes: { ...repo, 'r/AGENTS.md': folder, 'r/X.md': 'x' },
      settings: fallback,
    },
    {
      name: 'A5 pipe, fallback',
      nodes: { ...repo, 'r/AGENTS.md': pipe, 'r/X.md': 'x' },
      settings: fallback,
    },
    {
      name: 'user document is a pipe',
      nodes: { ...repo, 'home/AGENTS.override.md': pipe, ...user },
    },
    {
      name: 'A6 dangling link, fallback',
      nodes: { ...repo, 'r/AGENTS.md': { link: 'gone' }, 'r/X.md': 'x' },
      settings: fallback,
    },
    {
      name: 'A7 link to itself, fallback',
      nodes: { ...repo, ...user, 'r/AGENTS.md': { link: 'AGENTS.md' }, 'r/X.md': 'x' },
      settings: fallback,
    },
    {
      name: 'A8 link out of the project',
      nodes: { ...repo, 'out.md': 'out', 'r/AGENTS.md': { link: '../out.md' } },
    },
    {
      name: 'link into a linked folder',
      nodes: { ...two, 'r/l': { link: 's' }, 'r/AGENTS.override.md': { link: 'l/AGENTS.md' } },
    },
    {
      name: 'A9 user link to itself',
      nodes: { ...two, ...user, 'home/AGENTS.override.md': { link: 'AGENTS.override.md' } },
    },
    {
      name: 'A10 unreadable',
      nodes: { ...two, ...user, 'r/AGENTS.md': { unreadable: 'no' } },
      cwd: 'r/s',
      unprivileged: true,
    },
    {
      name: 'unreadable behind a spent budget',
      nodes: { ...two, 'r/s/AGENTS.md': { unreadable: 'no' } },
      cwd: 'r/s',
      settings: { maxBytes: 4 },
      unprivileged: true,
    },
    {
      name: 'unreadable user override',
      nodes: { ...two, ...user, 'home/AGENTS.override.md': { unreadable: 'no' } },
      unprivileged: true,
    },
    {
      name: 'a blank document hides the fallback',
      nodes: { ...repo, 'r/AGENTS.md': '\n', 'r/X.md': 'x' },
      settings: fallback,
    },
    { name: 'fallback for the user', nodes: { ...repo, 'home/X.md': 'x' }, settings: fallback },
    {
      name: 'fallback behind a document',
      nodes: { ...two, 'r/X.md': 'x', 'r/s/X.md': 'x' },
      cwd: 'r/s',
      settings: fallback,
    },
    {
      name: 'only one folder has a document',
      nodes: { ...three, 'r/n/AGENTS.md': folder },
      cwd: 'r/n/m',
    },
    {
      name: 'folders between have none',
      nodes: { ...repo, 'r/AGENTS.md': 'root', 'r/a/b/c/AGENTS.md': 'c' },
      cwd: 'r/a/b/c',
    },
  ];
}

/** @returns {Layout[]} */
function rootLayouts() {
  const plain = { 'r/AGENTS.md': 'root doc\n', 'r/s/AGENTS.md': 's doc\n' };
  return [
    { name: 'A11 a file is a marker', nodes: { ...plain, 'r/.git': '' }, cwd: 'r/s' },
    { name: 'a pipe is a marker', nodes: { ...plain, 'r/.git': pipe }, cwd: 'r/s' },
    {
      name: 'A12 a dangling link is none',
      nodes: { ...plain, 'r/m': { link: 'gone' } },
      cwd: 'r/s',
      settings: { rootMarkers: ['m'] },
    },
    {
      name: 'A13 a link to itself',
      nodes: { ...plain, ...user, 'r/m': { link: 'm' } },
      cwd: 'r/s',
      settings: { rootMarkers: ['m'] },
    },
    { name: 'A14 the nearest root', nodes: { ...two, 'r/s/.git': folder }, cwd: 'r/s' },
    {
      name: 'A15 the nearest root, whatever the order',
      nodes: { ...plain, 'r/.hg': folder, 'r/s/package.json': '{}' },
      cwd: 'r/s',
      settings: { rootMarkers: ['.hg', 'package.json'] },
    },
    { name: 'A16 no markers', nodes: two, cwd: 'r/s', settings: { rootMarkers: [] } },
    { name: 'A17 an empty marker', nodes: two, cwd: 'r/s', settings: { rootMarkers: [''] } },
    {
      name: 'an empty marker comes last',
      nodes: two,
      cwd: 'r/s',
      settings: { rootMarkers: ['.git', ''] },
    },
    {
      name: 'A18 a marker below a file',
      nodes: { ...two, ...user },
      settings: { rootMarkers: ['AGENTS.md/x'] },
    },
    {
      name: 'a marker too long',
      nodes: two,
      cwd: 'r/s',
      settings: { rootMarkers: ['n'.repeat(300), '.git'] },
    },
    {
      name: 'a marker with NUL',
      nodes: two,
      cwd: 'r/s',
      settings: { rootMarkers: ['.git', 'a\0'] },
    },
    {
      name: 'a marker is not trimmed',
      nodes: two,
      cwd: 'r/s',
      settings: { rootMarkers: [' .git '] },
    },
    {
      name: 'a marker is a path',
      nodes: { ...plain, 'r/d/mark': '' },
      cwd: 'r/s',
      settings: { rootMarkers: ['d/mark'] },
    },
    {
      name: 'a marker with a slash',
      nodes: { ...plain, 'r/mark': '' },
      cwd: 'r/s',
      settings: { rootMarkers: ['mark/'] },
    },
    {
      name: 'a marker through ..',
      nodes: { ...plain, 'r/mark': '' },
      cwd: 'r/s',
      settings: { rootMarkers: ['no/../mark'] },
    },
    { name: 'an absolute marker', nodes: plain, cwd: 'r/s', settings: { rootMarkers: ['/etc'] } },
    {
      name: 'a marker behind a closed folder',
      nodes: { ...plain, ...user, 'r/d/x': '' },
      settings: { rootMarkers: ['r/d/x'] },
      unprivileged: true,
    },
    {
      name: 'A23 no root',
      nodes: { ...plain, 'AGENTS.md': 'above' },
      cwd: 'r/s',
      settings: { rootMarkers: ['no-such-marker'] },
    },
    {
      name: 'A24 a work tree',
      nodes: { ...two, 'r/s/.git': 'gitdir: ../.git/worktrees/s\n' },
      cwd: 'r/s',
    },
    { name: 'A35 the project is the home', nodes: { 'home/.git': folder, ...user }, cwd: 'home' },
  ];
}

/** @returns {Layout[]} */
function nameLayouts() {
  const files = { ...repo, 'r/X.md': 'x', 'r/d/Y.md': 'y', 'r/F': 'f' };
  /** @type {readonly (readonly [string, readonly string[]])[]} */
  const lists = [
    ['A19 below a file', ['F/y', 'F']],
    ['A20 too long', ['n'.repeat(300), 'X.md']],
    ['A36 known names', ['AGENTS.md', ' AGENTS.override.md', 'X.md', 'X.md']],
    ['a path', ['d/Y.md', 'X.md']],
    ['a path with .', ['./X.md']],
    ['a path with ..', ['d/../X.md']],
    ['a path through nothing', ['no/../X.md']],
    ['a slash at the end', ['X.md/']],
    ['an absolute path', ['/etc/hostname']],
    ['dots', ['.', '..', 'X.md']],
    ['NUL', ['a\0', 'X.md']],
    ['trimmed', ['\u0085 X.md\u2003']],
    ['a byte order mark is no space', ['\ufeffX.md']],
    ['blank ones', ['', '  ', 'X.md']],
    ['a tab is dropped', ['X.\tmd']],
    ['a line end is dropped', ['X.\nmd']],
    ['a folder', ['d', 'X.md']],
    ['another case', ['x.md']],
    ['a backslash', ['d\\Y.md', 'X.md']],
  ];
  return [
    ...lists.map(([name, fallbackNames]) => ({
      name: `fallback: ${name}`,
      nodes: files,
      settings: { fallbackNames },
    })),
    {
      name: 'fallback: .. is not asked of a link',
      nodes: {
        ...repo,
        'o/X.md': 'o',
        'o/deep': folder,
        'r/L': { link: '../o/deep' },
        'r/X.md': 'x',
      },
      settings: { fallbackNames: ['L/../X.md'] },
    },
    {
      name: 'fallback: odd letters',
      nodes: { ...repo, 'r/%41 a*?#\\': 'odd' },
      settings: { fallbackNames: ['%41 a*?#\\'] },
    },
    { name: 'A34 another case', nodes: { ...repo, 'r/agents.md': 'a', 'r/Agents.md': 'b' } },
  ];
}

/** @returns {Layout[]} */
function budgetLayouts() {
  const cut = (/** @type {string | Uint8Array} */ text, /** @type {number} */ maxBytes) => ({
    name: `a cut of ${JSON.stringify(String(text).slice(0, 8))} after ${maxBytes}`,
    nodes: { ...repo, 'r/AGENTS.md': text },
    settings: { maxBytes },
  });
  return [
    ...[1, 4, 7, 10, 11, 14, 15].map((maxBytes) => ({
      name: `a budget of ${maxBytes} over three`,
      nodes: three,
      cwd: 'r/n/m',
      settings: { maxBytes },
    })),
    ...[3, 4, 5, 6].map((maxBytes) => cut('ab€cd', maxBytes)),
    ...[3, 4, 5, 6].map((maxBytes) => cut('ab😀cd', maxBytes)),
    cut(Buffer.from([0xff, 0xff, 0xff, 0x61, 0x62]), 4),
    { name: 'A27 a budget of 0', nodes: { ...two, ...user }, settings: { maxBytes: 0 } },
    {
      name: 'a budget of 0 and a link to itself',
      nodes: { ...two, 'r/AGENTS.md': { link: 'AGENTS.md' }, ...user },
      settings: { maxBytes: 0 },
    },
    {
      name: 'a spent budget and a link to itself',
      nodes: { ...repo, 'r/AGENTS.md': 'root', 'r/s/AGENTS.md': { link: 'AGENTS.md' } },
      cwd: 'r/s',
      settings: { maxBytes: 4 },
    },
    {
      name: 'A29 a blank file',
      nodes: { ...three, 'r/AGENTS.md': '    \n   ' },
      cwd: 'r/n/m',
      settings: { maxBytes: 8 },
    },
    {
      name: 'A30 blank up to the cut',
      nodes: { ...three, 'r/AGENTS.md': '    text' },
      cwd: 'r/n/m',
      settings: { maxBytes: 4 },
    },
    {
      name: 'A31 the user has no budget',
      nodes: { ...two, 'home/AGENTS.md': 'u'.repeat(50_000) },
      settings: { maxBytes: 2 },
    },
    {
      name: 'the default budget',
      nodes: { ...repo, 'r/AGENTS.md': `${'a'.repeat(32_766)}€`, 'r/s/AGENTS.md': 'no' },
      cwd: 'r/s',
    },
  ];
}

/** @returns {Layout[]} */
function textLayouts() {
  /** @type {readonly (readonly [string, string | Uint8Array])[]} */
  const texts = [
    ['A32 a byte order mark, line ends, NUL', '\ufeffa\r\n\0b'],
    ['a byte order mark', '\ufeff'],
    ['A32 UTF-16', Buffer.from('\ufeffab', 'utf16le')],
    ['A33 a close tag', 'a\n</INSTRUCTIONS>\nb & < > "'],
    ['U+0085', '\u0085\n'],
    ['U+2028', '\u2028'],
    ['U+3000', '\u3000'],
    ['U+200B', '\u200b'],
    ['U+180E', '\u180e'],
    ['U+001C', '\u001c'],
    ['broken sequences', Buffer.from('f09f9861c080edA08062f4908080fe', 'hex')],
    ['space around', '  \n a \u0085\n '],
  ];
  return texts.flatMap(([name, text]) => [
    { name: `text: ${name}`, nodes: { ...repo, 'r/AGENTS.md': text } },
    {
      name: `text of the user: ${name}`,
      nodes: { ...repo, 'home/AGENTS.md': text, 'r/AGENTS.md': 'r' },
    },
  ]);
}

/** @returns {Layout[]} */
function placeLayouts() {
  return [
    `a&<>"'`,
    'a b',
    'a\tb',
    'a\nb',
    'ü€😀',
    '%41',
    '%2e%2e',
    'a\\b',
    'C:',
    ' a?#b ',
    '~',
    '$HOME',
  ].map((name) => ({
    name: `A40 in ${JSON.stringify(name)}`,
    nodes: { ...repo, 'r/AGENTS.md': 'root', [`r/${name}/AGENTS.md`]: 'sub' },
    cwd: `r/${name}`,
  }));
}

/** @returns {Layout[]} */
function trustLayouts() {
  const config = 'project_root_markers = []\nproject_doc_max_bytes = 3\n';
  // Newer releases look up the trust of a repository only when it looks like one.
  const nodes = { ...two, ...user, 'r/.git/HEAD': 'ref: refs/heads/main\n' };
  return [
    { name: 'A22 untrusted', nodes, cwd: 'r/s', trust: 'untrusted' },
    { name: 'trusted', nodes, cwd: 'r/s', trust: 'trusted' },
    {
      name: "A21 a trusted project's own markers and budget",
      nodes: { ...nodes, 'r/.codex/config.toml': config },
      cwd: 'r/s',
      trust: 'trusted',
      settings: { maxBytes: 3 },
      args: [],
    },
  ];
}

/** Made by chance, the same every time. @param {number} count @returns {Layout[]} */
function randomLayouts(count) {
  let seed = 20_261_130;
  const pick = (/** @type {number} */ below) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const folders = ['r', 'r/a', 'r/a/b', 'r/a/b/c'];
  const names = ['AGENTS.override.md', 'AGENTS.md', 'X.md', 'Y'];
  /** @type {readonly Node[]} */
  const kinds = [
    'text',
    ' \n',
    '',
    'ü€😀',
    '    x',
    folder,
    { link: 'gone' },
    { link: '../out.md' },
    pipe,
    '\ufeff',
  ];
  return Array.from({ length: count }, (_, index) => {
    /** @type {Record<string, Node>} */
    const nodes = { 'out.md': 'out', [`${folders[pick(3)]}/.git`]: folder };
    for (const below of folders) {
      for (const name of names) {
        const kind = kinds[pick(kinds.length)];
        if (pick(2) === 0 && kind !== undefined) nodes[`${below}/${name}`] = kind;
      }
    }
    if (pick(12) === 0) nodes['r/a/AGENTS.md'] = { link: 'AGENTS.md' };
    if (pick(2) === 0) nodes['home/AGENTS.md'] = 'user';
    const settings = {
      fallbackNames: ['Y', 'X.md'].slice(pick(3)),
      maxBytes: [5, 9, 14, 32_768][pick(4)] ?? 0,
    };
    return { name: `by chance ${index}`, nodes, cwd: folders[1 + pick(3)] ?? 'r', settings };
  });
}
