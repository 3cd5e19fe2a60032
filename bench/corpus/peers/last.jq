# The last request of a rollout, the straightforward way: jq -nRc -f last.jq FILE

[inputs | fromjson? | select(type == "object")] as $lines
| first($lines[] | select(.type == "session_meta") | .payload) as $meta
| ([range($lines | length) | select($lines[.].type == "compacted" and $lines[.].payload.replacement_history != null)] | last) as $cut
| (if $cut == null then [] else $lines[$cut].payload.replacement_history end) as $kept
| {
    id: $meta.id,
    request: {
      instructions: $meta.base_instructions.text,
      input: ($kept + [$lines[(if $cut == null then 0 else $cut + 1 end):][] | select(.type == "response_item") | .payload])
    }
  }
