// Pools of ready-made text of several kinds; a text of any length is a slice of a pool, so making one costs a copy.

import { Random } from './random.mjs';
import { Text } from './text.mjs';
import { commands, extensions, folders, foreignWords, identifiers, words } from './vocabulary.mjs';

/** @typedef {'prose' | 'code' | 'log' | 'foreign' | 'base64' | 'nested'} PoolKind */
/** @typedef {{ readonly bytes: Buffer, readonly cuts: Uint32Array }} Pool */

const poolBytes = 128 * 1024;

/** What a pool of each kind is strung together from. @type {Record<PoolKind, (random: Random) => string>} */
const makers = {
  prose: (random) => sentence(random, random.between(4, 18)) + (random.chance(0.15) ? '\n\n' : ' '),
  code: codeLine,
  log: logLine,
  foreign: (random) => random.pick(foreignWords) + (random.chance(0.06) ? '\n' : ' '),
  base64: (random) => base64Group(random),
  // The inside of a JSON document that is itself a string of the line: everything is escaped twice.
  nested: (random) => JSON.stringify(logLine(random)).slice(1, -1),
};

/** @type {Map<PoolKind, Pool>} */
const pools = new Map();

/**
 * A text of at least `bytes` bytes (as it stands in the line) and at most a word more.
 * @param {PoolKind} kind
 * @param {Random} random
 * @param {number} bytes
 */
export function poolText(kind, random, bytes) {
  const { bytes: source, cuts } = poolOf(kind);
  const parts = [];
  let length = 0;
  while (length < bytes) {
    const start = cuts[random.below(cuts.length - 1)];
    const end = cuts[firstCutFrom(cuts, start + bytes - length)];
    parts.push({ bytes: source, start, end });
    length += end - start;
  }
  return new Text(parts, length);
}

/**
 * Base64 digits, exactly `bytes` rounded up to a group of four; no padding, so that more may follow.
 * @param {Random} random
 * @param {number} bytes
 */
export function base64Text(random, bytes) {
  return poolText('base64', random, bytes);
}

/** A sentence as a plain string. @param {Random} random @param {number} wordCount */
export function sentence(random, wordCount) {
  const picked = Array.from({ length: wordCount }, () =>
    random.chance(0.04) ? `\`${random.pick(identifiers)}\`` : random.pick(words),
  );
  const text = picked.join(' ') + random.pick(['.', '.', '.', '?', '!', ':', ' "so".']);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A file of the invented project. @param {Random} random */
export function filePath(random) {
  return `${random.pick(folders)}/${random.pick(identifiers)}.${random.pick(extensions)}`;
}

/** A shell command as a plain string. @param {Random} random */
export function shellCommand(random) {
  return `${random.pick(commands)} -n "${random.pick(identifiers)}" ${filePath(random)} && echo '${random.pick(words)}'`;
}

/** @param {PoolKind} kind @returns {Pool} */
function poolOf(kind) {
  const known = pools.get(kind);
  if (known !== undefined) return known;
  const made = makePool(kind);
  pools.set(kind, made);
  return made;
}

/** The seed is fixed: pools are the same for every session. @param {PoolKind} kind @returns {Pool} */
function makePool(kind) {
  const random = new Random(`pool/${kind}`);
  const bytes = Buffer.allocUnsafe(poolBytes + 4096);
  const cuts = [0];
  let length = 0;
  while (length < poolBytes) {
    const escaped = JSON.stringify(makers[kind](random)).slice(1, -1);
    length += bytes.write(escaped, length);
    cuts.push(length);
  }
  return { bytes: bytes.subarray(0, length), cuts: Uint32Array.from(cuts) };
}

/** Index of the first cut at or after `offset`; the last cut when there is none. @param {Uint32Array} cuts @param {number} offset */
function firstCutFrom(cuts, offset) {
  let low = 0;
  let high = cuts.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (cuts[middle] < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param {Random} random */
function codeLine(random) {
  const indent = random.pick(['', '  ', '    ', '\t', '\t\t']);
  const [name, other] = [random.pick(identifiers), random.pick(identifiers)];
  const word = random.pick(words);
  switch (random.below(6)) {
    case 0:
      return `${indent}const ${name} = await ${other}("${word}", ${random.below(999)});\n`;
    case 1:
      return `${indent}if (${name} !== '${word}') { return \`\${${other}}\`; }\n`;
    case 2:
      return `${indent}// ${sentence(random, random.between(4, 10))}\n`;
    case 3:
      return `${indent}pub fn ${name}(&self) -> Result<u32, String> { Ok(${random.below(4096)}) }\n`;
    case 4:
      return `${indent}"${name}": { "path": "C:\\\\mill\\\\${word}", "gap": 0.${random.below(99)} },\n`;
    default:
      return `${indent}}\n`;
  }
}

/** @param {Random} random */
function logLine(random) {
  const [path, name] = [filePath(random), random.pick(identifiers)];
  const word = random.pick(words);
  switch (random.below(7)) {
    case 0:
      return `${path}:${random.below(900)}:${name}\n`;
    case 1:
      return `${path}:${random.below(900)}:  ${name}("${word}")\n`;
    case 2:
      return `\u001b[32mok\u001b[0m ${word} ${random.below(9000)} ms\n`;
    case 3:
      return `[${random.below(100)}%] ${sentence(random, random.between(3, 9))}\r\n`;
    case 4:
      return `${random.hex(40)} ${word}\t${random.below(100_000)}\n`;
    case 5:
      return `${random.pick(foreignWords)} ${word} = ${random.below(1_000_000)}\n`;
    default:
      return `error[E${random.below(999)}]: ${sentence(random, 6)} --> ${path}\n`;
  }
}

/** Forty-eight digits: a multiple of four, so that slices never leave a group. @param {Random} random */
function base64Group(random) {
  const raw = Buffer.alloc(36);
  for (let i = 0; i < raw.length; i += 4) raw.writeUInt32LE(random.uint32(), i);
  return raw.toString('base64');
}
