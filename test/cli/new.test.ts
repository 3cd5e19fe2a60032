import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { RenderedRequest } from '../../src/contract/request.js';
import { temporaryFolder } from '../support/fake-corpus.js';
import { fullTexts } from '../support/own-texts.js';
import { inWords } from '../support/render-lines.js';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** A folder with a pack, a catalog, documents and specs. */
function place(specs: unknown): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'pack'));
  for (const [id, text] of Object.entries(fullTexts)) {
    writeFileSync(join(folder, 'pack', `${id}.md`), `${text}\n`);
  }
  const models = [{ slug: 'stone', base_instructions: 'Grind slowly.' }];
  writeFileSync(join(folder, 'models.json'), JSON.stringify({ models }));
  writeFileSync(join(folder, 'AGENTS.md'), 'Use tabs.\n');
  writeFileSync(join(folder, 'session.json'), JSON.stringify(specs));
  return folder;
}

function render(folder: string, ...args: string[]) {
  const words = ['render', '--new', 'session.json', '--pack', 'pack', '--catalog', 'models.json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  const requests = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RenderedRequest);
  return { status, requests, stderr };
}

const spec = {
  cli_version: '0.145.0',
  thread_id: '01234567-89ab-7cde-8f01-23456789abcd',
  model: 'stone',
  cwd: '/mill',
  shell: 'sh',
  current_date: '2026-02-03',
  sandbox_mode: 'read-only',
  approval_policy: 'never',
  agents_md: 'AGENTS.md',
  prompt: 'Grind the rye.',
};

describe('promptmill render --new', () => {
  it('prints the first request of a session that is yet to begin', () => {
    const { status, requests } = render(place(spec));
    const [first] = requests;
    expect(status).toBe(0);
    expect(requests).toHaveLength(1);
    expect(first?.id).toBe(`${spec.thread_id}#0`);
    expect(first?.request['model']).toBe('stone');
    expect(first?.request['instructions']).toBe('Grind slowly.');
    expect(inWords(first?.request['input'])).toEqual([
      '<permissions instructions>\n[permissions.sandbox.read-only]\n[permissions.approval.never]\n</permissions instructions>',
      [
        '# AGENTS.md instructions for /mill\n\n<INSTRUCTIONS>\nUse tabs.\n\n</INSTRUCTIONS>',
        '<environment_context>\n  <cwd>/mill</cwd>\n  <shell>sh</shell>\n  <current_date>2026-02-03</current_date>\n  ' +
          '<filesystem><workspace_roots><root>/mill</root></workspace_roots><permission_profile type="managed">' +
          '<file_system type="restricted"><entry access="read"><special>:root</special></entry></file_system>' +
          '</permission_profile></filesystem>\n</environment_context>',
      ].join('+'),
      'Grind the rye.',
    ]);
  });

  it('puts the base instructions into the input where the release does', () => {
    const { requests } = render(place({ ...spec, cli_version: '0.171.0' }));
    expect(requests[0]?.request['instructions']).toBeUndefined();
    expect(inWords(requests[0]?.request['input'])[0]).toBe('Grind slowly.');
  });

  it('takes several specs, and settings on top of them', () => {
    const folder = place([spec, { ...spec, prompt: 'Sweep.' }]);
    const { requests } = render(folder, '--set', 'developer_instructions=Mind the gap.');
    expect(requests.map(({ request }) => inWords(request['input']).at(-1))).toEqual([
      'Grind the rye.',
      'Sweep.',
    ]);
    expect(inWords(requests[0]?.request['input'])[0]).toMatch(/^Mind the gap\.\+<permissions/);
  });

  it('writes a file, and replaces none unasked', () => {
    const folder = place(spec);
    expect(render(folder, '--out', 'first.jsonl').status).toBe(0);
    const text = readFileSync(join(folder, 'first.jsonl'), 'utf8');
    expect(text.split('\n')).toHaveLength(2);
    const again = render(folder, '--out', 'first.jsonl');
    expect(again.stderr).toMatch(/^promptmill: first\.jsonl is there already/);
    expect(again.status).toBe(6);
    expect(render(folder, '--out', 'first.jsonl', '--force').status).toBe(0);
  });

  it.each([
    [{ prompt: 'Go.' }, /^promptmill: session\.json: a new session needs a model/],
    [{ model: 'stone', modle: 'x' }, /there is no setting modle[^]*perhaps model/],
    [
      { model: 'stone', approval_policy: 'sometimes' },
      /approval policy: found "sometimes", expected/,
    ],
  ])('says what is wrong with %j', (content, message) => {
    const { status, stderr } = render(place(content));
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });

  it('takes no inputs', () => {
    const { status, stderr } = render(place(spec), 'rollout.jsonl');
    expect(stderr).toMatch(/--new renders sessions without a rollout/);
    expect(status).toBe(2);
  });
});
