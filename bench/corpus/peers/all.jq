# Every request of a rollout, the straightforward way: jq -nRc -f all.jq FILE

def startsResponse:
  .type == "response_item"
  and (.payload | .role == "assistant" or (.type | . == "reasoning" or . == "function_call" or . == "custom_tool_call"));

foreach (inputs | fromjson? | select(type == "object")) as $line (
  { id: null, instructions: null, input: [], due: false, request: null };
  .request = null
  | ($line | startsResponse) as $starts
  | if $starts and .due then .request = { instructions: .instructions, input: .input } else . end
  | if $starts then .due = false else . end
  | if $line.type == "session_meta" and .id == null then
      .id = $line.payload.id | .instructions = $line.payload.base_instructions.text
    elif $line.type == "response_item" then
      .input += [$line.payload] | if $starts then . else .due = true end
    elif $line.type == "compacted" and $line.payload.replacement_history != null then
      .input = $line.payload.replacement_history
    else . end;
  if .request == null then empty else { id: .id, request: .request } end
)
