/**
 * `promptfoo`: tests that name requests by id, the requests beside them, and a configuration (formats §2.2). Values are
 * never in the tests: promptfoo renders them as templates, multiplies lists of strings, and keeps them in its database.
 */

import type { Exporter, ExportFormat, ExportOptions, ExportSink } from '../../contract/export.js';
import type { Inference, SessionFacts } from '../../contract/inference.js';
import { optional } from '../../contract/optional-member.js';
import { textOfMessages } from '../chat/read-exchange.js';
import { toChat } from '../chat/to-chat.js';
import { CustomIds } from '../custom-id.js';
import { wireBody } from '../wire-body.js';
import { checkPromptfoo } from '../check/promptfoo.js';

const testsFile = 'tests.jsonl';
const requestsFile = 'requests.jsonl';

const configuration = `# Run in this folder, with promptmill and promptfoo installed: promptfoo eval
description: recorded requests
prompts:
  - '{{request_id}}'
providers:
  # Answers with the recorded answer. With a baseUrl it posts the request there instead.
  - id: package:promptmill/promptfoo:ReplayProvider
    config:
      requests: ${requestsFile}
      # baseUrl: http://localhost:8000/v1
      # headers: { Authorization: 'Bearer {{env.OPENAI_API_KEY}}' }
tests: file://${testsFile}
`;

export const promptfoo: ExportFormat = {
  name: 'promptfoo',
  summary: 'promptfoo: tests by request id, with the requests and a configuration',
  options: {},
  create: (options, sink) => new PromptfooTests(options, sink),
  check: checkPromptfoo,
};

class PromptfooTests implements Exporter {
  readonly #options: ExportOptions;
  readonly #sink: ExportSink;
  readonly #ids = new CustomIds();
  #session: SessionFacts | undefined;
  #tests = 0;

  constructor(options: ExportOptions, sink: ExportSink) {
    this.#options = options;
    this.#sink = sink;
    sink.bytes('promptfooconfig.yaml', configuration);
  }

  startSession(session: SessionFacts): void {
    this.#session = session;
  }

  add(inference: Inference): void {
    const { bytes, losses } = wireBody(inference, this.#options);
    const { id: request, source, at, kind, facts } = inference;
    const id = this.#ids.next(request);
    const test = {
      description: `${request} ${kind}`,
      vars: { request_id: id },
      metadata: {
        request_id: request,
        ...optional('session_id', this.#session?.sessionId),
        at,
        kind,
      },
    };
    this.#tests += 1;
    this.#sink.line(testsFile, JSON.stringify(test));
    const answer = textOfMessages(toChat({ input: facts.answer }).messages);
    const head = `{"id":${JSON.stringify(id)},"answer":${JSON.stringify(answer)},"request":`;
    this.#sink.line(requestsFile, Buffer.concat([Buffer.from(head), bytes, Buffer.from('}')]));
    for (const file of [testsFile, requestsFile]) {
      this.#sink.place({ file, record: this.#tests, id, request, source });
    }
    this.#sink.lose(request, losses);
  }
}
