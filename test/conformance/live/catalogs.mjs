// Model catalogs: the one inside a binary, and the same with models of our own that a few scenarios need.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** @typedef {{ models: Array<Record<string, any>> }} Catalog */

/** @param {string} binary @param {string} codexHome @returns {Promise<Catalog>} */
export async function readBundledCatalog(binary, codexHome) {
  const { stdout } = await promisify(execFile)(binary, ['debug', 'models', '--bundled'], {
    env: { PATH: process.env.PATH, HOME: codexHome, CODEX_HOME: codexHome },
    maxBuffer: 1 << 26,
  });
  return JSON.parse(stdout);
}

/** The same, and variants of the release's plain and lite models. @param {Catalog} bundled @param {import('./releases.mjs').Models} models @returns {Catalog} */
export function extendCatalog(bundled, models) {
  const plain = findModel(bundled, models.plain);
  const lite = findModel(bundled, models.lite);
  const own = [
    { ...plain, ...ownWords('second', plain), slug: 'mill-second' },
    { ...plain, ...ownWords('hashed', plain), slug: 'mill-hashed', comp_hash: 'mill' },
    { ...plain, slug: 'mill-narrow', context_window: 40_000, max_context_window: 40_000 },
    { ...plain, slug: 'mill-bytes', truncation_policy: { mode: 'bytes', limit: 600 } },
    { ...plain, slug: 'mill-blind', input_modalities: ['text'] },
    { ...lite, ...ownWords('lite', lite), slug: 'mill-lite' },
    { ...lite, ...ownWords('lite hashed', lite), slug: 'mill-lite-hashed', comp_hash: 'mill' },
  ];
  return { models: [...bundled.models, ...own] };
}

/** @param {Catalog} catalog @param {string} slug */
function findModel(catalog, slug) {
  const model = catalog.models.find((candidate) => candidate.slug === slug);
  if (model === undefined) throw new Error(`the catalog has no model ${slug}`);
  return model;
}

/** Base text of our own, with places for a personality where the release knows them. @param {string} name @param {Record<string, any>} model */
function ownWords(name, model) {
  const text = `You are the ${name} model of the mill.`;
  if (model.model_messages?.instructions_variables === undefined) {
    return {
      base_instructions: text,
      model_messages: { ...model.model_messages, instructions_template: text },
    };
  }
  return {
    base_instructions: `${text}\n`,
    model_messages: {
      ...model.model_messages,
      instructions_template: `${text}\n\n{{ personality }}\n\nAnswer what was asked.`,
      instructions_variables: {
        personality_default: '',
        personality_friendly: `The ${name} model is warm.`,
        personality_pragmatic: `The ${name} model is dry.`,
      },
    },
  };
}
