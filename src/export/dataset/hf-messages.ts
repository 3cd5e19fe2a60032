/** `hf-messages` and `hf-parquet`: rows of `messages` and `tools`, as training and `datasets` read them (formats §2.7). */

import type {
  Exporter,
  ExportFormat,
  ExportOptions,
  ExportSink,
  FormatOption,
} from '../../contract/export.js';
import type { Inference, SessionFacts } from '../../contract/inference.js';
import { readChoice, readCount } from '../read-option.js';
import { checkHfMessages } from '../check/hf-messages.js';
import { type DataRow, rowLine } from './columns.js';
import { RowMaker, type RowStyle } from './make-rows.js';
import { ParquetRows } from './parquet-rows.js';

const linesFile = 'messages.jsonl';
const parquetFile = 'messages.parquet';
/** Of JSON text, before it is packed. */
const rowGroupBytes = 64 * 1024 * 1024;

const rowOptions: Readonly<Record<string, FormatOption>> = {
  sample: {
    value: 'turn|session',
    help: 'a row for each request, or for each stretch of a session that no later request carries on',
    fallback: 'turn',
  },
  arguments: {
    value: 'object|string',
    help: 'arguments of calls, as objects or as the text the model wrote',
    fallback: 'object',
  },
  reasoning: {
    value: 'thinking|reasoning_content|none',
    help: 'the member that reasoning is told in, where it can be read',
    fallback: 'thinking',
  },
  developer: {
    value: 'developer|system|user',
    help: 'the role of developer messages, which few chat templates know',
    fallback: 'developer',
  },
  answer: {
    value: 'with|without',
    help: 'whether a row ends with what the model answered',
    fallback: 'with',
  },
};

export const hfMessages: ExportFormat = {
  name: 'hf-messages',
  summary: 'Hugging Face datasets, TRL, axolotl: messages and tools as JSON lines',
  options: rowOptions,
  create: (options, sink) =>
    new RowExport({ options, sink, file: linesFile }, (row) => {
      sink.line(linesFile, rowLine(row));
    }),
  check: checkHfMessages,
};

export const hfParquet: ExportFormat = {
  name: 'hf-parquet',
  summary: 'the rows of hf-messages as Parquet, messages and tools as JSON',
  options: {
    ...rowOptions,
    'row-group-bytes': {
      value: 'N',
      help: 'bytes of JSON text after which a row group ends',
      fallback: String(rowGroupBytes),
    },
  },
  create: (options, sink) => {
    const groupBytes = readCount(options.format, 'row-group-bytes', rowGroupBytes);
    const rows = new ParquetRows(groupBytes, (bytes) => {
      sink.bytes(parquetFile, bytes);
    });
    const add = (row: DataRow): void => {
      rows.add(row);
    };
    return new RowExport({ options, sink, file: parquetFile }, add, () => {
      rows.finish();
    });
  },
  check: { ...checkHfMessages, form: 'parquet' },
};

interface RowFile {
  readonly options: ExportOptions;
  readonly sink: ExportSink;
  readonly file: string;
}

class RowExport implements Exporter {
  readonly #maker: RowMaker;
  readonly #finish: () => void;
  #rows = 0;

  constructor(
    { options, sink, file }: RowFile,
    write: (row: DataRow) => void,
    finish: () => void = () => {},
  ) {
    this.#finish = finish;
    const take = (
      row: DataRow,
      { id, source }: Inference,
      parts: readonly (readonly string[])[],
    ) => {
      write(row);
      this.#rows += 1;
      sink.place({ file, record: this.#rows, id, request: id, source, parts });
    };
    this.#maker = new RowMaker(readRowStyle(options.format), { options, sink, take });
  }

  startSession(session: SessionFacts): void {
    this.#maker.startSession(session);
  }

  add(inference: Inference): void {
    this.#maker.add(inference);
  }

  endSession(): void {
    this.#maker.endSession();
  }

  finish(): void {
    this.#finish();
  }
}

function readRowStyle(given: Readonly<Record<string, string>>): RowStyle {
  return {
    sample: readChoice(given, 'sample', ['turn', 'session']),
    arguments: readChoice(given, 'arguments', ['object', 'string']),
    reasoning: readChoice(given, 'reasoning', ['thinking', 'reasoning_content', 'none']),
    developer: readChoice(given, 'developer', ['developer', 'system', 'user']),
    answer: readChoice(given, 'answer', ['with', 'without']),
  };
}
