import { describe, expect, it } from 'vitest';
import { explanationText } from '../../../src/report/explain/explanation-text.js';
import { unpainted } from '../../../src/report/explain/paint.js';
import { timelineText } from '../../../src/report/explain/timeline-text.js';
import { widthOf } from '../../../src/report/explain/visible-text.js';
import {
  call,
  compacted,
  context,
  developer,
  item,
  message,
  meta,
  output,
  prompt,
  turn,
  user,
} from '../../support/rollout-lines.js';
import { explained } from './explained.js';

const environment = '<environment_context>\n\t<cwd>/mill</cwd>\n</environment_context>';
const answers = [1, 2, 3].flatMap((number) => [
  item(call(`c${String(number)}`)),
  item(output(`c${String(number)}`, 'ground')),
]);
const session = [
  meta(),
  developer('<permissions instructions>Nothing.</permissions instructions>'),
  user(environment),
  context('t1'),
  ...prompt('Grind the oats.'),
  ...answers,
  user(environment),
  ...turn('t2', '물레방아', 'Done.'),
];
const explanation = explained(session);

function textAt(columns: number): string {
  const [request, entry] = [explanation.requests.at(-1), explanation.timeline.at(-1)];
  if (request === undefined || entry === undefined) throw new Error('no request');
  const { session: facts, counter } = explanation;
  return explanationText(request, entry, {
    session: facts,
    counter,
    columns,
    paint: unpainted,
    parts: 'folded',
  });
}

describe('an explained request as text', () => {
  it('has its head, what fills it, its parts and why they are there', () => {
    expect(textAt(120)).toMatchInlineSnapshot(`
      "rollout.jsonl
      request  0, opens a turn, sent after line 17
      session  01234567-89ab-7cde-8f01-23456789abcd, Codex 0.145.0, rules 0.145, 1 request
      size     1,253 bytes, 24 tokens of text (bytes/4), 11 items
      source   80.4 % recorded, 14.0 % protocol, 4.8 % derived, 0.7 % assumed
      since    it is the first
      assumed  parallel_tool_calls: the model is in no catalog
               store: no Azure endpoint
      unknown  tools: not recorded; give --tools
               reasoning: the default effort of a model that is in no catalog
               text: the verbosity of a model that is in no catalog
               client_metadata: not recorded

      What fills it
                              parts       bytes    tokens    share
        environment               2         282         6   22.5 %  ███████  96 repeated
        tool call                 3         213         6   17.0 %  █████▌  142 repeated
        tool output               3         192         3   15.3 %  █████  128 repeated
        user message              2         179         4   14.3 %  ████▌
        permissions               1         142         3   11.3 %  ███▌
        setting                   7          95         –    7.6 %  ██▌
        base instructions         1          15         2    1.2 %  ▌
        keys and punctuation                135         –   10.8 %  ███▌

      Parts
        item  what                 role       bytes  tokens  since  source        text
              model                               7       –         from line 15  "stone"
              base instructions                  15       2         from line 1   Grind slowly.
           0  permissions          developer    142       3     #0  line 2        <permissions instructions>Nothing.</permiss…
           1  environment          user         141       3     #0  line 3        [2 copies] <environment_context>↵⇥<cwd>/mil…
           2  user message         user          91       3     #0  line 5        Grind the oats.
         3–8  6 items                           405       9     #0  lines 7–12    3 tool calls, 3 tool outputs
           9  environment          user         141       3     #0  line 13       [2 copies] <environment_context>↵⇥<cwd>/mil…
          10  user message         user          88       1     #0  line 16       물레방아
              tool_choice                         6       –         protocol      "auto"
              parallel_tool_calls                 4       –         assumed       true
              store                               5       –         assumed       false
              stream                              4       –         protocol      true
              include                            31       –         protocol      ["reasoning.encrypted_content"]
              prompt_cache_key                   38       –         from line 1   "01234567-89ab-7cde-8f01-23456789abcd"

      Why they are there
        11 items  item.recorded  recorded, and part of the history at this request
      "
    `);
  });

  it('has texts below where there is no room beside', () => {
    expect(textAt(80)).toMatchInlineSnapshot(`
      "rollout.jsonl
      request  0, opens a turn, sent after line 17
      session  01234567-89ab-7cde-8f01-23456789abcd, Codex 0.145.0, rules 0.145, 1
               request
      size     1,253 bytes, 24 tokens of text (bytes/4), 11 items
      source   80.4 % recorded, 14.0 % protocol, 4.8 % derived, 0.7 % assumed
      since    it is the first
      assumed  parallel_tool_calls: the model is in no catalog
               store: no Azure endpoint
      unknown  tools: not recorded; give --tools
               reasoning: the default effort of a model that is in no catalog
               text: the verbosity of a model that is in no catalog
               client_metadata: not recorded

      What fills it
                              parts       bytes    tokens    share
        environment               2         282         6   22.5 %  █  96 repeated
        tool call                 3         213         6   17.0 %  ▌  142 repeated
        tool output               3         192         3   15.3 %  ▌  128 repeated
        user message              2         179         4   14.3 %  ▌
        permissions               1         142         3   11.3 %  ▌
        setting                   7          95         –    7.6 %  ▌
        base instructions         1          15         2    1.2 %
        keys and punctuation                135         –   10.8 %  ▌

      Parts
       item what                role      bytes tokens since source
            model                             7      –       from line 15 "stone"
            base instructions                15      2       from line 1
            Grind slowly.
          0 permissions         developer   142      3    #0 line 2
            <permissions instructions>Nothing.</permissions instructions>
          1 environment         user        141      3    #0 line 3
            [2 copies] <environment_context>↵⇥<cwd>/mill</cwd>↵</environment_context>
          2 user message        user         91      3    #0 line 5 Grind the oats.
        3–8 6 items                         405      9    #0 lines 7–12
            3 tool calls, 3 tool outputs
          9 environment         user        141      3    #0 line 13
            [2 copies] <environment_context>↵⇥<cwd>/mill</cwd>↵</environment_context>
         10 user message        user         88      1    #0 line 16 물레방아
            tool_choice                       6      –       protocol "auto"
            parallel_tool_calls               4      –       assumed true
            store                             5      –       assumed false
            stream                            4      –       protocol true
            include                          31      –       protocol
            ["reasoning.encrypted_content"]
            prompt_cache_key                 38      –       from line 1
            "01234567-89ab-7cde-8f01-23456789abcd"

      Why they are there
        11 items  item.recorded  recorded, and part of the history at this request
      "
    `);
  });

  it.each([72, 80, 100, 160, 240])('keeps to %i columns', (columns) => {
    const tooWide = textAt(columns)
      .split('\n')
      .filter((line) => widthOf(line) > columns);
    expect(tooWide).toEqual([]);
  });
});

describe('a time line as text', () => {
  it('has a row a request, and says where a prefix breaks', () => {
    const { timeline } = explained([
      ...session,
      ...turn('t3', 'More.', 'Done again.'),
      ...turn('t4', 'Other stone.', 'Done.').with(1, context('t4', { model: 'water' })),
      compacted([message('user', 'All of it.')]),
      ...turn('t5', 'On.', 'Done.'),
    ]);
    expect(timelineText(timeline, { columns: 100, paint: unpainted })).toMatchInlineSnapshot(`
      "at  kind        line  bytes  tokens  items  came  went    kept  breaks at
       0  turn          17  1,253      24     11
       1  turn          24  1,423      26     13     2     –  85.8 %
       2  turn          31  1,606      30     15     2     –   0.7 %  in /model (setting)
       3  compaction    34  1,603      31     16     1     –   1.2 %  before /input/0 (developer message)
       4  turn          39    401       6      2     2    16   0.6 %  compacted by line 35; in /model (se…
      "
    `);
  });
});
