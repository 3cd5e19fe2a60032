// Takes the texts of the context from what recorded turns told, by their tags; none is kept in this repository.

/** Each text id with the fragment that shows it; the first group is the text. */
const shapes = {
  'personality.lead': /^<personality_spec> ([^]*?:) \n/,
  'model-switch.lead': /^<model_switch>\n([^]*?)\n\n/,
  'model-instructions.lead': /^<model_instructions>\n([^]*?)\n\n/,
  'multi-agent.explicit': /^<multi_agent_mode>(Any [^]*)<\/multi_agent_mode>$/,
  'multi-agent.proactive': /^<multi_agent_mode>(Proactive [^]*)<\/multi_agent_mode>$/,
  'skills.none': /^<skills_instructions>\n(## Skills update[^]*)\n<\/skills_instructions>$/,
  'apps.removed': /^<catalog_apps_instructions>\n([^]*)\n<\/catalog_apps_instructions>$/,
  'plugins.removed': /^<plugins_instructions>\n(The [^]*)\n<\/plugins_instructions>$/,
  'tools.incremental': /^(This is an incremental [^]*)$/,
  'tools.removed': /^(The following tools [^]*?)\n- /,
  'tools.deferred': /^<tools>\n(Deferred .*)\n/,
  'tools.deferred-removed': /^<tools>\n(Removed .*)\n/,
  'tools.deferred-none': /\n(No deferred .*)\n<\/tools>$/,
};

/** @param {readonly import('./context-cases.mjs').Turn[]} turns @returns {Record<string, string>} */
export function textsOf(turns) {
  const told = turns.flatMap((turn) => turn.told).flatMap((message) => message.texts);
  const texts = Object.entries(shapes).flatMap(([id, shape]) => {
    const found = told.map((text) => shape.exec(text)?.[1]).find((text) => text !== undefined);
    return found === undefined ? [] : [[id, found]];
  });
  // The memory is taken whole, as if it were its summary.
  return { ...Object.fromEntries(texts), 'memory.lead': '{{ memory_summary }}' };
}
