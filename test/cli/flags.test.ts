import { describe, expect, it } from 'vitest';
import { type Command, commands } from '../../src/cli/commands.js';
import { type FlagName, toggleFlags, valueFlags } from '../../src/cli/flags.js';
import { commandHelp, programHelp, usage } from '../../src/cli/help.js';
import { parseCommandLine } from '../../src/cli/parse-command-line.js';

/** For every flag with a value: texts it takes and what they become, and a text it refuses. */
const values = {
  at: {
    takes: {
      all: { kind: 'all' },
      last: { kind: 'last' },
      next: { kind: 'next' },
      '7': { kind: 'range', from: 7, to: 7 },
      '2..5': { kind: 'range', from: 2, to: 5 },
    },
    refuses: ['first', '5..2', '-1', '1..', ''],
  },
  out: { takes: { '-': '-', 'a/b.jsonl': 'a/b.jsonl' }, refuses: [''] },
  workers: { takes: { '1': 1, '256': 256 }, refuses: ['0', '257', '1.5', 'many', '-2'] },
  loader: { takes: { lenient: 'lenient', codex: 'codex' }, refuses: ['strict'] },
  provider: { takes: { auto: 'auto', openai: 'openai', other: 'other' }, refuses: ['OpenAI'] },
  'item-ids': { takes: { auto: 'auto', on: 'on', off: 'off' }, refuses: ['yes'] },
  rules: { takes: { auto: 'auto', '0.145': '0.145', '0.171': '0.171' }, refuses: ['0.146'] },
  kernel: { takes: { auto: 'auto', js: 'js', wasm: 'wasm', native: 'native' }, refuses: ['rust'] },
  pack: { takes: { dir: 'dir' }, refuses: [''] },
  catalog: { takes: { f: 'f' }, refuses: [''] },
  tools: { takes: { f: 'f' }, refuses: [''] },
  trace: { takes: { dir: 'dir' }, refuses: [''] },
} as const satisfies Record<keyof typeof valueFlags, object>;

describe.each(Object.entries(values))('--%s', (name, { takes, refuses }) => {
  const flag = Object.entries(valueFlags).find(([candidate]) => candidate === name)?.[1];

  it.each(Object.entries(takes))('takes %s', (text, value) => {
    expect(flag?.parse(text)).toEqual(value);
  });

  it.each(refuses)('refuses "%s" and says what it takes', (text) => {
    expect(() => flag?.parse(text)).toThrow(
      expect.objectContaining({
        code: 'usage',
        details: { found: expect.any(String), expected: expect.stringMatching(/./) },
      }),
    );
  });
});

function commandNamed(name: string): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) throw new Error(`no command ${name}`);
  return command;
}

describe('usage', () => {
  it('of render is as documented', () => {
    expect(usage(commandNamed('render'))).toBe(
      'promptmill render INPUT… [--at all|last|next|N|A..B] [--out PATH|DIR|-] [--workers N] ' +
        '[--loader lenient|codex] [--provider auto|openai|other] [--item-ids auto|on|off] ' +
        '[--rules auto|0.145|0.150|0.155|0.159|0.163|0.171] [--kernel auto|js|wasm|native] ' +
        '[--pack DIR] [--catalog F] [--tools F] [--quiet] [--force]',
    );
  });

  it('of inspect is as documented', () => {
    expect(usage(commandNamed('inspect'))).toBe('promptmill inspect FILE [--json]');
  });
});

describe.each(commands)('help of $name', (command) => {
  const text = commandHelp(command);

  it('shows every flag with what it is for', () => {
    for (const name of command.flags) {
      const { help } = { ...valueFlags, ...toggleFlags }[name];
      const firstWords = help.split(' ').slice(0, 5).join(' ');
      expect(text).toContain(`--${name}`);
      expect(text).toContain(firstWords);
    }
  });

  it('teaches by examples that the command line understands', () => {
    expect(command.examples.length).toBeGreaterThan(1);
    for (const { line } of command.examples) {
      const words = line.slice(line.indexOf('promptmill')).split(' | ')[0]?.split(' ').slice(1);
      expect(parseCommandLine(words ?? [])).toMatchObject({
        kind: 'run',
        command: { name: command.name },
      });
    }
  });

  it('fits a terminal of 100 columns', () => {
    expect(text.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });
});

describe('help of the program', () => {
  it.each(commands)('names the command $name', ({ name, summary }) => {
    expect(programHelp()).toContain(`${name.padEnd(7)}  ${summary}`);
  });
});

describe('the command line', () => {
  it('is read into values', () => {
    const request = parseCommandLine([
      'render',
      'a',
      '--at=1..2',
      'b',
      '--workers',
      '3',
      '--item-ids',
      'off',
      '--quiet',
    ]);
    expect(request).toEqual({
      kind: 'run',
      command: commandNamed('render'),
      invocation: {
        positionals: ['a', 'b'],
        flags: {
          at: { kind: 'range', from: 1, to: 2 },
          workers: 3,
          'item-ids': 'off',
          quiet: true,
        },
      },
    });
  });

  it('takes - for standard input', () => {
    expect(parseCommandLine(['render', '-'])).toMatchObject({ invocation: { positionals: ['-'] } });
  });

  it('refuses a flag of another command', () => {
    expect(() => parseCommandLine(['inspect', 'a', '--force'])).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: "Unknown option '--force'",
        details: { expected: '--json', remedy: 'promptmill inspect --help' },
      }),
    );
  });

  it('has every flag in some command', () => {
    const used = new Set<FlagName>([...commands.flatMap(({ flags }) => flags), 'help']);
    const known = [...Object.keys(valueFlags), ...Object.keys(toggleFlags)];
    expect([...used].toSorted()).toEqual(known.toSorted());
  });
});
