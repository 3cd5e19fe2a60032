/** Words about apps, plugins and what could be installed (spec 1 §7.5), brought out with a made-up account. */

import type { JsonRecord } from '../../../contract/json-record.js';
import type { Bench, SessionOptions } from '../bench.js';
import { cutFrame, linedTag, putFrame } from '../cut-text.js';
import type { Family, Finding } from '../finding.js';
import { answerMcp, madeUpAccount } from '../made-up-account.js';
import { keepCatalog, modelOf } from '../own-model.js';
import { fragmentOf, textsOfCalls } from '../recorded-texts.js';

export const extensions: Family = {
  name: 'apps and plugins',
  probes: [
    { ids: ['apps.instructions'], run: captureApps },
    { ids: ['plugins.instructions'], run: capturePlugins },
    { ids: ['recommended-plugins.lead'], run: captureRecommended },
  ],
};

async function captureApps(bench: Bench): Promise<readonly Finding[]> {
  const tag = linedTag('apps_instructions');
  const run = (app: string): Promise<string> =>
    toldOnce(bench, 'apps_instructions', {
      files: { 'auth.json': madeUpAccount() },
      route: (_, body) => answerMcp(app, body),
      tables: '[features]\napps = true\n',
    });
  const text = cutFrame(await run('calendar'), tag);
  const recorded = await run('weather');
  return [{ id: 'apps.instructions', text, checks: [{ rendered: putFrame(text, tag), recorded }] }];
}

async function capturePlugins(bench: Bench): Promise<readonly Finding[]> {
  const tag = linedTag('plugins_instructions');
  const run = (plugin: string): Promise<string> => {
    const folder = `plugins/cache/mill/${plugin}/local`;
    return toldOnce(bench, 'plugins_instructions', {
      files: {
        [`${folder}/.codex-plugin/plugin.json`]: JSON.stringify({
          name: plugin,
          version: '1.0.0',
          description: 'A plugin.',
          skills: './skills/',
        }),
        [`${folder}/skills/mill/SKILL.md`]: '---\nname: mill\ndescription: A skill.\n---\nText.\n',
      },
      tables: `[features]\nplugins = true\n\n[plugins."${plugin}@mill"]\nenabled = true\n`,
    });
  };
  const text = cutFrame(await run('one'), tag);
  const recorded = await run('two');
  return [
    { id: 'plugins.instructions', text, checks: [{ rendered: putFrame(text, tag), recorded }] },
  ];
}

async function captureRecommended(bench: Bench): Promise<readonly Finding[]> {
  const tag = linedTag('recommended_plugins');
  const run = (name: string): Promise<string> =>
    toldOnce(bench, 'recommended_plugins', {
      files: { 'auth.json': madeUpAccount() },
      route: (path) => (path.includes('/plugins/suggested') ? suggestion(name) : undefined),
      tables: '[features]\nrecommended_plugins = true\n',
    });
  const cut = async (name: string): Promise<{ lead: string; list: string }> => {
    const body = cutFrame(await run(name), tag);
    const at = body.indexOf('\n\n- ');
    return { lead: body.slice(0, at), list: body.slice(at) };
  };
  const { lead } = await cut('one');
  const other = await cut('two');
  const rendered = `${lead}${other.list}`;
  return [
    {
      id: 'recommended-plugins.lead',
      text: lead,
      checks: [{ rendered, recorded: `${other.lead}${other.list}` }],
    },
  ];
}

async function toldOnce(bench: Bench, tag: string, options: SessionOptions): Promise<string> {
  const model = {
    ...modelOf(bench, 'plain'),
    slug: 'mill',
    include_apps_usage_instructions: true,
    include_plugin_usage_instructions: true,
  };
  const own = { ...options, model: 'mill', catalog: await keepCatalog(bench, [model]) };
  const calls = await bench.session(own, async ({ turn }) => {
    await turn('Hello.');
    await turn('Hello again.'); // what is read from a service may come after the first request
  });
  return fragmentOf(textsOfCalls(calls), tag);
}

function suggestion(name: string): JsonRecord {
  const plugin = {
    id: `plugins~Plugin_${name}`,
    name,
    status: 'ENABLED',
    installation_policy: 'AVAILABLE',
    release: { display_name: name, app_ids: [] },
    display_name: name,
  };
  return { enabled: true, plugins: [plugin], pagination: { limit: 10, next_page_token: null } };
}
