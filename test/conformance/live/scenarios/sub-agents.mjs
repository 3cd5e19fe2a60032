// Scenarios about agents that a thread starts.

import { EVERY_VERSION } from '../releases.mjs';
import { functionCall, respond } from '../replies.mjs';
import { ofRoot } from '../script.mjs';
import { inThread, pause } from '../stage.mjs';

const TOOL = () => respond([functionCall('exec_command', 'call-1', { cmd: 'echo hi' })]);

/** @type {import('../record-scenario.mjs').Scenario[]} */
export const subAgentScenarios = [
  {
    name: 'sub-agent-v1',
    versions: EVERY_VERSION,
    script: () => ofRoot({ 0: () => spawn('multi_agent_v1', { message: 'count to three' }) }),
    play: inThread(askForHelp),
  },
  {
    name: 'sub-agent-v1-fork',
    versions: EVERY_VERSION,
    script: () =>
      ofRoot({
        0: TOOL,
        1: () => spawn('multi_agent_v1', { message: 'count to three', fork_context: true }),
      }),
    play: inThread(askForHelp),
  },
  {
    name: 'sub-agent-v1-talk',
    versions: EVERY_VERSION,
    script: () =>
      ofRoot({
        0: () => spawn('multi_agent_v1', { message: 'count to three' }),
        1: (request) =>
          talk('wait_agent', 'wait-1', { targets: [agentIn(request)], timeout_ms: 10_000 }),
        2: (request) =>
          talk('send_input', 'send-1', { target: agentIn(request), message: 'and now to four' }),
        3: (request) =>
          talk('wait_agent', 'wait-2', { targets: [agentIn(request)], timeout_ms: 10_000 }),
        4: (request) => talk('close_agent', 'close-1', { target: agentIn(request) }),
      }),
    play: inThread(askForHelp),
  },
  {
    name: 'sub-agent-v2',
    versions: EVERY_VERSION,
    home: ({ team: model }) => ({ model }),
    script: () =>
      ofRoot({
        0: () =>
          spawn('collaboration', {
            task_name: 'counter',
            message: 'count to three',
            fork_turns: 'none',
          }),
        1: () =>
          respond([
            {
              ...functionCall('wait_agent', 'wait-1', { timeout_ms: 10_000 }),
              namespace: 'collaboration',
            },
          ]),
      }),
    play: inThread(askForHelp),
  },
  {
    name: 'sub-agent-v2-fork',
    versions: EVERY_VERSION,
    home: ({ team: model }) => ({ model }),
    script: () =>
      ofRoot({
        1: () =>
          spawn('collaboration', {
            task_name: 'counter',
            message: 'count to three',
            fork_turns: 'all',
          }),
        2: () =>
          respond([
            {
              ...functionCall('send_message', 'send-1', { target: 'counter', message: 'slowly' }),
              namespace: 'collaboration',
            },
          ]),
        3: () =>
          respond([
            {
              ...functionCall('wait_agent', 'wait-1', { timeout_ms: 10_000 }),
              namespace: 'collaboration',
            },
          ]),
      }),
    play: inThread(async (stage) => {
      await stage.say('hello');
      await askForHelp(stage);
    }),
  },
];

/** @param {import('../stage.mjs').ThreadStage} stage */
async function askForHelp({ say }) {
  await say('get some help');
  await pause(1500);
  await say('what did they say?');
}

/** @param {string} namespace @param {object} args */
function spawn(namespace, args) {
  return respond([{ ...functionCall('spawn_agent', 'spawn-1', args), namespace }]);
}

/** @param {string} name @param {string} callId @param {object} args */
function talk(name, callId, args) {
  return respond([{ ...functionCall(name, callId, args), namespace: 'multi_agent_v1' }]);
}

/** The id of the agent that was spawned. @param {import('../mock-responses.mjs').RecordedRequest} request @returns {string} */
function agentIn({ body }) {
  const output = body.input.find(
    (/** @type {any} */ item) => item.type === 'function_call_output' && item.call_id === 'spawn-1',
  );
  return JSON.parse(output.output).agent_id;
}
