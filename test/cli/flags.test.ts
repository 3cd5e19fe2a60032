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
  codex: { takes: { f: 'f' }, refuses: [''] },
  catalog: { takes: { f: 'f' }, refuses: [''] },
  tools: { takes: { f: 'f' }, refuses: [''] },
  set: {
    takes: {
      'model=stone': { model: 'stone' },
      'model="stone"': { model: 'stone' },
      'features.personality=false': { features: { personality: false } },
      'project_root_markers=[".hg"]': { project_root_markers: ['.hg'] },
      'developer_instructions=a = b "c"': { developer_instructions: 'a = b "c"' },
      'instructions=': { instructions: '' },
      'current_date=2030-01-02': { current_date: '2030-01-02' },
    },
    refuses: ['model', '=stone', 'a b=c'],
  },
  config: { takes: { f: 'f' }, refuses: [''] },
  keep: { takes: { agents_md: 'agents_md' }, refuses: ['agents'] },
  drop: { takes: { base_instructions: 'base_instructions' }, refuses: [''] },
  'agents-md': { takes: { dir: 'dir' }, refuses: [''] },
  goal: { takes: { 'grind on': 'grind on' }, refuses: [''] },
  prompt: { takes: { '@f': '@f' }, refuses: [''] },
  context: { takes: { rebase: 'rebase', resume: 'resume' }, refuses: ['fresh'] },
  new: { takes: { f: 'f' }, refuses: [''] },
  'rules-file': { takes: { f: 'f' }, refuses: [''] },
  profile: { takes: { ':workspace': ':workspace' }, refuses: [''] },
  sandbox: { takes: { 'read-only': 'read-only' }, refuses: ['open'] },
  cwd: { takes: { dir: 'dir' }, refuses: [''] },
  platform: { takes: { macos: 'macos', wsl1: 'wsl1' }, refuses: ['Linux'] },
  bubblewrap: { takes: { missing: 'missing', 'no-userns': 'no-userns' }, refuses: ['new'] },
  approval: { takes: { never: 'never' }, refuses: ['always'] },
  reviewer: { takes: { user: 'user' }, refuses: ['me'] },
  framing: { takes: { jsonl: 'jsonl', msgpack: 'msgpack' }, refuses: ['json'] },
  'max-frame': {
    takes: { '1024': 1024, '4294967295': 4_294_967_295 },
    refuses: ['1023', '4294967296', '1k'],
  },
  shard: {
    takes: {
      '0/8': { kind: 'named', shard: { index: 0, count: 8 } },
      auto: { kind: 'auto', count: undefined },
    },
    refuses: ['8/8', '1', ''],
  },
  to: { takes: { format: 'format' }, refuses: [''] },
  as: { takes: { format: 'format' }, refuses: [''] },
  model: { takes: { stone: 'stone' }, refuses: [''] },
  'set-body': {
    takes: {
      'temperature=0': { temperature: 0 },
      'text={"verbosity":"low"}': { text: { verbosity: 'low' } },
      'user=a = b': { user: 'a = b' },
      'user=': { user: '' },
    },
    refuses: ['temperature', '=0'],
  },
  unset: { takes: { stream: 'stream' }, refuses: [''] },
  strip: { takes: { 'encrypted-reasoning': 'encrypted-reasoning' }, refuses: ['reasoning'] },
  'format-option': { takes: { 'dialect=strict': { dialect: 'strict' } }, refuses: ['dialect'] },
  rule: { takes: { 'cut-output': 'cut-output' }, refuses: ['cut'] },
  ignore: { takes: { 'cut-output': 'cut-output' }, refuses: ['all'] },
  severity: { takes: { note: 'note' }, refuses: ['never'] },
  'fail-on': { takes: { never: 'never', warning: 'warning' }, refuses: ['info'] },
  sarif: { takes: { '-': '-' }, refuses: [''] },
  explain: { takes: { 'wrong-model': 'wrong-model' }, refuses: ['model'] },
  'set-a': { takes: { 'model=stone': { model: 'stone' } }, refuses: ['model'] },
  'set-b': { takes: { 'model=stone': { model: 'stone' } }, refuses: ['model'] },
  'drop-a': { takes: { agents_md: 'agents_md' }, refuses: ['agents'] },
  'drop-b': { takes: { agents_md: 'agents_md' }, refuses: ['agents'] },
  'context-a': { takes: { resume: 'resume' }, refuses: ['fresh'] },
  'context-b': { takes: { resume: 'resume' }, refuses: ['fresh'] },
  'pack-a': { takes: { dir: 'dir' }, refuses: [''] },
  'pack-b': { takes: { dir: 'dir' }, refuses: [''] },
  text: { takes: { none: 'none', unified: 'unified' }, refuses: ['words'] },
  tokens: { takes: { exact: 'exact', estimate: 'estimate' }, refuses: ['o200k'] },
  svg: { takes: { dir: 'dir' }, refuses: [''] },
  trace: { takes: { dir: 'dir' }, refuses: [''] },
  summary: { takes: { '-': '-' }, refuses: [''] },
  items: { takes: { f: 'f' }, refuses: [''] },
  'context-items': { takes: { f: 'f' }, refuses: [''] },
  remote: { takes: { v1: 'v1', v2: 'v2' }, refuses: ['v3'] },
  objective: { takes: { 'Grind.': 'Grind.', '': '' }, refuses: [] },
  kind: { takes: { 'budget-limit': 'budget-limit' }, refuses: ['end'] },
  'tokens-used': { takes: { '0': 0, '12': 12 }, refuses: ['-1', '1.5', ''] },
  'token-budget': { takes: { '900': 900 }, refuses: ['none'] },
  'time-used': { takes: { '3': 3 }, refuses: ['3s'] },
  kinds: { takes: { all: ['all'], 'a, b': ['a', 'b'] }, refuses: ['', 'a,,b'] },
  'keep-kinds': { takes: { history: ['history'] }, refuses: [''] },
  'codex-home': { takes: { dir: 'dir' }, refuses: [''] },
  'max-bytes': {
    takes: { '0': 0, '65536': 65_536 },
    refuses: ['', '-1', '1.5', 'many', '9'.repeat(20)],
  },
  'fallback-names': { takes: { '': [], a: ['a'], 'a,b c': ['a', 'b c'] }, refuses: [] },
  'root-markers': { takes: { '': [], '.git,.hg': ['.git', '.hg'] }, refuses: [] },
  find: { takes: { ' a ': ' a ' }, refuses: [''] },
  html: { takes: { 'page.html': 'page.html' }, refuses: [''] },
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
        '[--pack NAME|DIR] [--catalog F] [--tools F] ' +
        '[--context recorded|rebase|resume] [--set KEY=VALUE] [--config F] [--keep SECTION] ' +
        '[--drop SECTION] [--agents-md DIR|F] [--goal TEXT|@F] [--prompt TEXT|@F] [--new F] ' +
        '[--shard I/N|auto|auto/N] [--quiet] [--force]',
    );
  });

  it('of inspect is as documented', () => {
    expect(usage(commandNamed('inspect'))).toBe('promptmill inspect FILE [--json]');
  });
});

describe('usage of agents-md', () => {
  it('is as documented', () => {
    expect(usage(commandNamed('agents-md'))).toBe(
      'promptmill agents-md DIR [--codex-home DIR] [--max-bytes N] [--fallback-names NAME,…] ' +
        '[--root-markers NAME,…] [--untrusted] [--rules auto|0.145|0.150|0.155|0.159|0.163|0.171] [--json]',
    );
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
    const width = Math.max(...commands.map((command) => command.name.length));
    expect(programHelp()).toContain(`${name.padEnd(width)}  ${summary}`);
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

  it('takes some flags more than once', () => {
    const argv = ['render', 'a', '--set', 'model=x', '--set', 'cwd=/b', '--drop', 'skills'];
    expect(parseCommandLine(argv)).toMatchObject({
      invocation: { flags: { set: [{ model: 'x' }, { cwd: '/b' }], drop: ['skills'] } },
    });
  });

  it('takes a flag in the place of inputs', () => {
    expect(parseCommandLine(['render', '--new', 'f'])).toMatchObject({
      invocation: { positionals: [], flags: { new: 'f' } },
    });
    expect(() => parseCommandLine(['render'])).toThrow('render: INPUT… is missing');
  });

  it('takes - for standard input', () => {
    expect(parseCommandLine(['render', '-'])).toMatchObject({ invocation: { positionals: ['-'] } });
  });

  it('reads commands of two words, flags given several times, and a command after --', () => {
    const words = [
      'policy',
      'check',
      '--rules-file',
      'a',
      '--rules-file',
      'b',
      '--',
      'ls',
      '--help',
    ];
    expect(parseCommandLine(words)).toMatchObject({
      command: { name: 'policy check' },
      invocation: { positionals: ['ls', '--help'], flags: { 'rules-file': ['a', 'b'] } },
    });
    expect(parseCommandLine(['policy', 'explain'])).toMatchObject({
      invocation: { positionals: [], flags: {} },
    });
    expect(() => parseCommandLine(['policy', 'other'])).toThrow(
      expect.objectContaining({
        message: 'there is no command policy other',
        details: {
          found: 'policy other',
          expected: 'policy explain, policy check',
          remedy: 'promptmill --help',
        },
      }),
    );
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
