import { describe, expect, it } from 'vitest';
import { PromptmillError } from '../../../src/contract/errors.js';
import { absoluteProgram, evaluateCommand } from '../../../src/policy/rules/evaluate-command.js';
import { readRules } from '../../../src/policy/rules/read-rules.js';
import { allowedPrefixes, type RuleSet } from '../../../src/policy/rules/rule-set.js';
import { verdictJson } from '../../../src/policy/rules/verdict-json.js';

function rulesOf(...texts: string[]): RuleSet {
  return readRules(texts.map((text, index) => ({ path: `/rules/${index}.rules`, text })));
}

/** What is refused, with its range. */
function refusal(...texts: string[]): string {
  try {
    rulesOf(...texts);
  } catch (error) {
    if (error instanceof PromptmillError && error.code === 'bad_rules') return error.message;
    throw error;
  }
  return 'accepted';
}

function decisions(rules: RuleSet, ...commands: string[]): (string | undefined)[] {
  return commands.map(
    (line) => evaluateCommand(rules, line.split(' '), { resolveProgram: absoluteProgram }).decision,
  );
}

/** The pattern that a program makes, as words. */
function made(program: string): string[][] {
  return allowedPrefixes(rulesOf(program));
}

describe('evaluateCommand', () => {
  it('X1: lets the strictest rule decide, however short', () => {
    const rules = rulesOf(
      'prefix_rule(["git"], "forbidden")\nprefix_rule(pattern = ["git", "status"])',
    );
    expect(decisions(rules, 'git status', 'git', 'gi')).toEqual([
      'forbidden',
      'forbidden',
      undefined,
    ]);
  });

  it('X2: puts the rules of all files together', () => {
    const rules = rulesOf('prefix_rule(["ls"], "prompt")', 'prefix_rule(["ls"])');
    expect(verdictJson(evaluateCommand(rules, ['ls', '-l']))).toEqual({
      matchedRules: [
        { prefixRuleMatch: { matchedPrefix: ['ls'], decision: 'prompt' } },
        { prefixRuleMatch: { matchedPrefix: ['ls'], decision: 'allow' } },
      ],
      decision: 'prompt',
    });
  });

  it('X3, X4: takes alternatives at any place, and no command that is shorter', () => {
    const rules = rulesOf('prefix_rule([["a", "b"], "c", ["d", "e"]])');
    expect(decisions(rules, 'a c d', 'b c e x', 'a c', 'c c d')).toEqual([
      'allow',
      'allow',
      undefined,
      undefined,
    ]);
    expect(allowedPrefixes(rules)).toEqual([
      ['a', 'c', '[d|e]'],
      ['b', 'c', '[d|e]'],
    ]);
  });

  it('X11: lets a path stand for a program where that is known, or nothing is', () => {
    const rule = 'prefix_rule(["ls"])\n';
    const known = (paths: string): string => `${rule}host_executable("ls", ${paths})\n`;
    const listed = rulesOf(known('["/bin/./x/../ls"]'));
    expect(decisions(rulesOf(rule), '/any/ls', 'ls')).toEqual(['allow', 'allow']);
    expect(decisions(listed, '/bin/ls', '/usr/bin/ls')).toEqual(['allow', undefined]);
    expect(decisions(rulesOf(known('[]')), '/bin/ls')).toEqual([undefined]);
    expect(decisions(rulesOf(known('["/bin/ls"]') + known('["/b/ls"]')), '/bin/ls')).toEqual([
      undefined,
    ]);
    expect(
      evaluateCommand(listed, ['/bin/ls'], { resolveProgram: absoluteProgram }).matches,
    ).toEqual([{ matchedPrefix: ['ls'], decision: 'allow', resolvedProgram: '/bin/ls' }]);
    const exact = rulesOf(`${rule}prefix_rule(["/bin/ls", "-z"], "forbidden")`);
    expect(decisions(exact, '/bin/ls', '/bin/ls -z')).toEqual(['allow', 'forbidden']);
    expect(evaluateCommand(rulesOf(rule), ['/bin/ls']).matches).toEqual([]);
  });

  it('X16: keeps a prefix approved that another rule forbids', () => {
    expect(made('prefix_rule(["ls"])\nprefix_rule(["ls"], "forbidden")')).toEqual([['ls']]);
  });
});

describe('readRules', () => {
  it('X5, X7: refuses a bad pattern and says from where to where', () => {
    expect(refusal('# first\nprefix_rule(\n  pattern = ("ls",),\n)')).toBe(
      '/rules/0.rules:2:1-4:2: pattern wants a list, not tuple',
    );
    expect(refusal('prefix_rule(["ls"], match = ["cat"])')).toBe(
      '/rules/0.rules:1:1-1:37: the rule does not match what it says it does: "cat"',
    );
  });

  it('X12: knows programs that the same file declares later, but not those of a later file', () => {
    const rule = 'prefix_rule(["ls"], not_match = ["/bin/ls"])\n';
    const program = 'host_executable("ls", [])';
    expect(refusal(rule + program)).toBe('accepted');
    expect(refusal(rule, program)).toMatch(/^\/rules\/0.rules:1:1-1:45: /);
  });

  it('X13: brings hosts into one form', () => {
    const hosts = ['A.com.', ' b.com:80 ', '[::1]:443', 'c:x'];
    const program = hosts.map(
      (host) => `network_rule(${JSON.stringify(host)}, "http-connect", "deny")\n`,
    );
    expect(rulesOf(program.join('')).networkRules).toEqual(
      ['a.com', 'b.com', '::1', 'c:x'].map((host) => ({
        host,
        protocol: 'https',
        decision: 'forbidden',
      })),
    );
    for (const host of ['', ' ', '*.a', 'a b', 'http://a', 'a/b', '[::1', '[::1]:x']) {
      expect(refusal(`network_rule(${JSON.stringify(host)}, "http", "allow")`)).toMatch(
        /invalid rule/,
      );
    }
  });

  it('X14: refuses what the language does not have', () => {
    const programs = [
      '\ufeffx = 1',
      'if True:\n\tpass',
      'print(1)',
      'load("a", "b")',
      'while True:\n  pass',
      'import os',
      'class A:\n  pass',
      '{1, 2}',
      '"a" "b"',
      'x = y = 1',
      '1 < 2 < 3',
      'lambda: undefined',
      'def f(a, a):\n  pass',
      'return 1',
      'break',
      '2 ** 3',
      '  x = 1',
    ];
    expect(programs.filter((program) => refusal(program) === 'accepted')).toEqual([]);
  });

  it('ends what does not come to an end', () => {
    expect(refusal('def f():\n  return f()\nf()')).toMatch(/nested too deeply/);
    expect(refusal('for i in range(500):\n  for j in range(500):\n    x = i + j')).toMatch(
      /do not come to an end/,
    );
    expect(refusal('x = "a" * 1000000')).toMatch(/too long/);
  });

  it('refuses wrong values of the three functions', () => {
    const calls = [
      'prefix_rule()',
      'prefix_rule([])',
      'prefix_rule([[]])',
      'prefix_rule([1])',
      'prefix_rule([["a", ["b"]]])',
      'prefix_rule(["a"], "Allow")',
      'prefix_rule(["a"], None)',
      'prefix_rule(["a"], other = 1)',
      'prefix_rule(["a"], pattern = ["b"])',
      'prefix_rule(["a"], justification = " ")',
      'prefix_rule(["a"], match = [""])',
      'prefix_rule(["a"], match = [[]])',
      'prefix_rule(["a"], match = ["\'a"])',
      'prefix_rule(["a"], not_match = ["a b"])',
      'network_rule("a", "ftp", "allow")',
      'network_rule("a", "http", "ask")',
      'host_executable("bin/ls", [])',
      'host_executable("ls", ["ls"])',
      'host_executable("ls", ["/bin/cat"])',
      'host_executable("ls", ["~/ls"])',
    ];
    expect(calls.filter((call) => refusal(call) === 'accepted')).toEqual([]);
  });
});

describe('the language of rules', () => {
  it.each([
    ['loops', 'for word in ["a", "b"]:\n    prefix_rule([word])', [['a'], ['b']]],
    [
      'conditions',
      'if 1 > 2:\n  pass\nelif not None:\n  prefix_rule(["a"])\nelse:\n  pass',
      [['a']],
    ],
    [
      'functions',
      'def f(a, *b, c = "c", **d):\n  return [a] + list(b) + [c]\nprefix_rule(f("a", "b"))',
      [['a', 'b', 'c']],
    ],
    ['lambdas', 'prefix_rule((lambda word: [word])("a"))', [['a']]],
    [
      'comprehensions',
      '[prefix_rule([a + b]) for a in ["a", "x"] if a != "x" for b in "b c".split()]',
      [['ab'], ['ac']],
    ],
    [
      'texts',
      'x = "b"\nprefix_rule(["a%s" % x, f"a{x}{1 + 1}", "{}-{y}".format(x, y = 1), r"\\n"])',
      [['ab', 'ab2', 'b-1', '\\n']],
    ],
    ['slices', 'prefix_rule("a b c d".split(" ")[1:-1] + ["xyz"[::-1]])', [['b', 'c', 'zyx']]],
    [
      'dicts',
      'x = {"a": 1}\nx["b"] = 2\nprefix_rule([key + str(value) for key, value in x.items()])',
      [['a1', 'b2']],
    ],
    ['arguments from lists and dicts', 'prefix_rule(*[["a"]], **{"decision": "allow"})', [['a']]],
    [
      'annotations',
      'x: list[str] = ["a"]\ndef f(a: list) -> list:\n  return a\nprefix_rule(f(x))',
      [['a']],
    ],
    [
      'numbers',
      'prefix_rule([str(-7 // 2), str(5 % -3), str(0x10), str(1 / 2)])',
      [['-4', '-1', '16', '0.5']],
    ],
  ])('has %s', (_name, program, expected) => {
    expect(made(program)).toEqual(expected);
  });

  it('keeps a list as it is while a loop goes through it', () => {
    expect(refusal('x = [1]\nfor i in x:\n  x.append(i)')).toMatch(/^\/rules\/0.rules:3:3/);
  });

  it("takes a name for a function's own when the function gives it a value", () => {
    expect(refusal('x = 1\ndef f():\n  x += 1\nf()')).toMatch(/no value yet/);
  });
});
