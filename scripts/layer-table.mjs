// The layers of src/, lowest first, and the dependency-cruiser rules that follow from them.
//
// A unit is a folder of src/ or a single file of it. A unit may import itself and every unit of a
// lower rank; two units of one rank never know each other.

/** @type {readonly (readonly string[])[]} */
export const RANKS = [
  ['contract/'],
  [
    'kernels/',
    'cache/',
    'pool/',
    'sources/',
    'packs/',
    'fragments/',
    'policy/',
    'catalog/',
    'tokens/',
  ],
  ['rollout/', 'history/', 'context/', 'export/'],
  ['assemble/', 'read-context.ts'],
  ['assembler.ts', 'trace-sessions.ts', 'worker.ts'],
  ['batch/', 'report/', 'pipe/'],
  ['index.ts', 'cli/', 'promptfoo/'],
];

/** Bytes and plain values in, bytes and plain values out: no file, clock, process or network. */
const PURE = ['contract/', 'fragments/', 'policy/', ...RANKS[2], 'assemble/'];
const IMPURE_BUILTINS =
  '^(child_process|cluster|dgram|dns|fs|http|http2|https|net|os|process|readline|timers|tls|tty|worker_threads|perf_hooks)(/|$)';

/** The only places that know that there are threads. */
const THREADED = ['pool/', 'worker.ts'];

/** @param {string} path a path relative to src/ */
export function unitOf(path) {
  return RANKS.flat().find((unit) => (unit.endsWith('/') ? path.startsWith(unit) : path === unit));
}

/** The only place that starts other programs and listens for them. */
const DRIVING = ['packs/capture/'];

export function layerRules() {
  return RANKS.flatMap((units, rank) => units.map((unit) => rankRule(unit, rank)));
}

export function placeRules() {
  return [
    {
      name: 'pure-stays-pure',
      comment: 'a stage must not reach outside: hand it what it needs',
      severity: 'error',
      from: { path: PURE.map(toPattern) },
      to: { dependencyTypes: ['core'], path: IMPURE_BUILTINS },
    },
    {
      name: 'threads-in-one-place',
      comment: `only ${THREADED.join(' and ')} may know that there are threads`,
      severity: 'error',
      from: { path: '^src/', pathNot: THREADED.map(toPattern) },
      to: { path: ['^worker_threads$', '(^|/)node_modules/piscina/'] },
    },
    {
      name: 'programs-in-one-place',
      comment: `only ${DRIVING.join(' and ')} may start programs, listen or connect`,
      severity: 'error',
      from: { path: '^src/', pathNot: DRIVING.map(toPattern) },
      to: {
        dependencyTypes: ['core'],
        path: '^(child_process|dgram|http|http2|https|net|tls)(/|$)',
      },
    },
    {
      name: 'page-stands-alone',
      comment:
        'it runs in a browser, as one script: of the rest it may know the type of its data alone',
      severity: 'error',
      from: { path: '^src/report/html/page/' },
      to: { path: '^src/', pathNot: '^src/report/html/(page/|page-data)' },
    },
    {
      name: 'no-cycle',
      comment: 'files that need each other at run time are one file, or want a third',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'found',
      comment: 'an import that leads nowhere hides from every other rule',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'shipped-dependencies-only',
      comment: 'what src/ imports is installed with the package: list it under "dependencies"',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
      },
    },
  ];
}

function rankRule(unit, rank) {
  const allowed = [unit, ...RANKS.slice(0, rank).flat()];
  return {
    name: `rank-${rank}:${unit}`,
    comment: `${unit} may import itself and ranks below ${rank}, nothing else in src/`,
    severity: 'error',
    from: { path: toPattern(unit) },
    to: { path: '^src/', pathNot: allowed.map(toPattern) },
  };
}

function toPattern(unit) {
  const literal = unit.replaceAll('.', String.raw`\.`);
  return unit.endsWith('/') ? `^src/${literal}` : `^src/${literal}$`;
}
