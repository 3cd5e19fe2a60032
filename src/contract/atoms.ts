/** Short strings that steer decisions (keys, types, roles), numbered so that a scan can name them without making strings. */

/** Order is free; the position gives the number, from 1. Number 0 means: none of these. */
export const atomNames = [
  // envelope
  'timestamp',
  'ordinal',
  'type',
  'payload',
  'metadata',
  'record_type',
  // line types
  'session_meta',
  'response_item',
  'inter_agent_communication',
  'inter_agent_communication_metadata',
  'compacted',
  'turn_context',
  'world_state',
  'event_msg',
  'token_usage_record',
  // item types
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'tool_search_call',
  'tool_search_output',
  'web_search_call',
  'image_generation_call',
  'compaction',
  'compaction_summary',
  'context_compaction',
  'agent_message',
  'additional_tools',
  'compaction_trigger',
  'configuration_update',
  'ghost_snapshot',
  'other',
  // item keys
  'id',
  'internal_chat_message_metadata_passthrough',
  'role',
  'content',
  'phase',
  'status',
  'end_turn',
  'annotations',
  'logprobs',
  'summary',
  'encrypted_content',
  'name',
  'namespace',
  'arguments',
  'call_id',
  'output',
  'input',
  'action',
  'command',
  'timeout_ms',
  'working_directory',
  'env',
  'user',
  'execution',
  'tools',
  'revised_prompt',
  'result',
  'author',
  'recipient',
  'text',
  'image_url',
  'detail',
  'audio_url',
  'query',
  'queries',
  'url',
  'pattern',
  'other_recipients',
  'trigger_turn',
  'turn_id',
  // tagged values
  'assistant',
  'developer',
  'system',
  'input_text',
  'output_text',
  'input_image',
  'input_audio',
  'summary_text',
  'reasoning_text',
  'commentary',
  'final_answer',
  'completed',
  'in_progress',
  'incomplete',
  'exec',
  'search',
  'open_page',
  'find_in_page',
  'auto',
  'low',
  'high',
  'original',
  'client',
  'server',
  'agent',
  // events
  'task_started',
  'turn_started',
  'task_complete',
  'turn_complete',
  'turn_aborted',
  'user_message',
  'thread_rolled_back',
  'token_count',
  'thread_settings_applied',
  'item_completed',
  'context_compacted',
  'agent_reasoning',
  'thread_goal_updated',
  'entered_review_mode',
  'exited_review_mode',
  // compacted
  'replacement_history',
  'window_number',
  'window_id',
  'base_instructions',
  // item metadata
  'content_item_metadata',
  'content_item_kinds',
  'create_time',
  'encrypted_function_args',
  'effort',
  'harness_authored_configuration',
  'partial_answer',
  'file_id',
  'provenance',
  'hook',
  // parallel to a replacement history
  'replacement_history_metadata',
] as const;

export type AtomName = (typeof atomNames)[number];

const numbers = new Map<string, number>(atomNames.map((name, position) => [name, position + 1]));

/** The number of a known string. */
export function atom(name: AtomName): number {
  return numbers.get(name) ?? 0;
}

/** The number of any string: 0 when it is not a known one. */
export function atomOf(text: string): number {
  return numbers.get(text) ?? 0;
}

/** The string of a number, or undefined for 0. */
export function atomName(number: number): string | undefined {
  return atomNames[number - 1];
}

/** No atom is longer than this, in bytes. */
export const maxAtomBytes = Math.max(...atomNames.map((name) => name.length));
