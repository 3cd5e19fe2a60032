// Bodies of the demo's sessions against the types that the clients of OpenAI and Anthropic are written in.

import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '../../src/contract/json-record.js';
import { formatNamed } from '../../src/export/formats.js';
import { arrayIn, recordIn } from '../../src/export/json-values.js';
import { findInputs } from '../../src/sources/find-inputs.js';
import { createTracer } from '../../src/trace-sessions.js';
import { asSent, KeptExport } from '../support/made-inference.js';

/** Never written: the compiler is told its text. It stands where the clients are found from. */
const fixture = fileURLToPath(new URL('fixture.ts', import.meta.url));

const clients = [
  {
    name: 'openai-batch-responses',
    format: { dialect: 'strict' },
    type: "import('openai').OpenAI.Responses.ResponseCreateParamsNonStreaming",
  },
  {
    name: 'openai-batch-chat',
    format: {},
    type: "import('openai').OpenAI.ChatCompletionCreateParamsNonStreaming",
  },
  {
    name: 'anthropic-batch',
    format: {},
    type: "import('@anthropic-ai/sdk').Anthropic.Messages.MessageCreateParamsNonStreaming",
  },
] as const;

describe('bodies have the types of the clients', () => {
  it.each(clients)('$name', async ({ name, format, type }) => {
    const bodies = await bodiesOf(name, format);
    expect(bodies.length).toBeGreaterThan(15);
    const rows = bodies.map((body) => `(${JSON.stringify(body)}) satisfies ${type};`);
    expect(faultsIn(rows.join('\n'))).toEqual([]);
  });

  it('are told apart from what has other types', () => {
    const [{ type }] = clients;
    expect(faultsIn(`({"model":"stone","input":7}) satisfies ${type};`)).toHaveLength(1);
  });
});

async function bodiesOf(
  name: string,
  format: Readonly<Record<string, string>>,
): Promise<readonly JsonRecord[]> {
  const kept = new KeptExport();
  const exporter = formatNamed(name).create({ ...asSent, model: 'stone', format }, kept);
  const tracer = createTracer({ at: { kind: 'last' } });
  for (const input of (await findInputs(['scripts/demo/sessions'])).inputs) {
    if (input.kind === 'error') continue;
    const session = await tracer.open(input.file.path);
    for (const inference of session.inferences) exporter.add(inference);
    session.close();
  }
  exporter.finish?.();
  const values = Object.entries(kept.files).flatMap(([file, text]): readonly unknown[] =>
    file.endsWith('.jsonl')
      ? text
          .trimEnd()
          .split('\n')
          .map((line): unknown => JSON.parse(line))
      : arrayIn(recordIn(JSON.parse(text))?.['requests']),
  );
  return values.map((value) => {
    const { body, params } = recordIn(value) ?? {};
    return recordIn(body ?? params) ?? {};
  });
}

function faultsIn(text: string): readonly string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const program = ts.createProgram({
    rootNames: [fixture],
    options,
    host: {
      ...host,
      fileExists: (file) => file === fixture || host.fileExists(file),
      getSourceFile: (file, ...rest) =>
        file === fixture
          ? ts.createSourceFile(file, `${text}\nexport {};\n`, ts.ScriptTarget.ES2022)
          : host.getSourceFile(file, ...rest),
    },
  });
  const source = program.getSourceFile(fixture);
  return ts
    .getPreEmitDiagnostics(program, source)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
