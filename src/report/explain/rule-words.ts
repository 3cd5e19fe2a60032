/** Says why a part is in its request: the wording of the rules that a trace names. */

import type { MadeRule } from '../../contract/item-table.js';
import type { ExplainedRule } from './explanation.js';

type ItemRule = MadeRule | 'item.recorded' | 'item.replacement' | 'item.inter_agent';

const itemWords: Readonly<Record<ItemRule, string>> = {
  'item.recorded': 'recorded, and part of the history at this request',
  'item.replacement': 'kept by a compaction, which recorded what replaced the history',
  'item.inter_agent': 'a message from another agent, recorded as such',
  'item.tools': 'tells the tools that are offered, as items do in this form of request',
  'item.base_instructions':
    'carries the base instructions, as an item does in this form of request',
  'item.compaction_prompt': 'asks the model to sum up the history',
  'item.compaction_trigger': 'asks the server to compact the history',
  'item.missing_output': 'stands in for the output of a call that was never answered',
  'item.output_left_out': 'stands in for an output that had to go so that the request fits',
  'item.kept_message': 'a user message that an older form of compaction keeps',
  'item.summary': 'the summary that a compaction left in the place of the history',
  'item.no_summary': 'says that a compaction left no summary',
  'item.told': 'context that is told anew, as asked for',
  'item.retold': 'a recorded message with parts that are told anew, as asked for',
  'item.goal': 'steers the model towards the goal, as asked for',
  'item.prompt': 'the prompt that was given for this request',
};

const fieldWords: Readonly<Record<string, string>> = {
  'field.model': 'the model in force at this turn',
  'field.instructions': 'the base instructions in force at this request',
  'field.tools': 'the tools that are offered; rollouts do not hold them',
  'field.tool_choice': 'always sent so',
  'field.parallel_tool_calls': 'whether the model may call several tools at once',
  'field.reasoning': 'the reasoning settings in force at this turn',
  'field.store': 'whether the server keeps the answer',
  'field.stream': 'always sent so',
  'field.include': 'asks for reasoning in a form that can be sent back',
  'field.service_tier': 'the service tier in force at this turn',
  'field.prompt_cache_key': 'lets the server find the cached prefix of the thread',
  'field.text': 'the verbosity and the form of the answer that are asked for',
  'field.client_metadata': 'names the client to the server',
};

const words: Readonly<Record<string, string>> = { ...itemWords, ...fieldWords };

/** @returns the rule with its wording; one that has none is worded by its id */
export function explainRule(id: string): ExplainedRule {
  return { id, words: words[id] ?? id };
}
