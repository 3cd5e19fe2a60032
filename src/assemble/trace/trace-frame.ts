/** Traces the fields of a body beside its input: where each one's value comes from, and where it stands. */

import { atom } from '../../contract/atoms.js';
import type { JsonScanner } from '../../contract/kernels.js';
import type { Fidelity } from '../../contract/request.js';
import {
  endAt,
  findKey,
  nextAfter,
  outerEnd,
  outerStart,
  startAt,
} from '../../contract/tape-reader.js';
import type { Origin } from '../../contract/trace.js';
import type { SettingName } from '../../context/setting-keys.js';
import type { BodyFrame } from '../request-body.js';

export interface TracedField {
  readonly key: string;
  /** In bytes of the body. */
  readonly startBytes: number;
  readonly endBytes: number;
  readonly origin: Origin;
}

/** Origins that differ from request to request. */
export interface FrameOrigins {
  readonly base: Origin;
  /** Of what a turn context tells; undefined when none is in force. */
  readonly turn: Origin | undefined;
  readonly meta: Origin;
  /** Undefined when no catalog knows it. */
  readonly model: string | undefined;
  /** Whether settings were given in the place of the recorded ones. */
  readonly isGiven: (name: SettingName) => boolean;
}

const protocol: Origin = { kind: 'protocol' };
const inputAtom = atom('input');

/** @param inputBytes length of the input's elements, which stand between the frame's two halves */
export function traceFrame(
  frame: BodyFrame,
  inputBytes: number,
  { origins, scanner }: { readonly origins: FrameOrigins; readonly scanner: JsonScanner },
): readonly TracedField[] {
  const bytes = Buffer.from(frame.head + frame.tail);
  scanner.reset();
  scanner.step(bytes, 0, bytes.length, 0, true);
  const { tape } = scanner;
  const input = startAt(tape, findKey(tape, 0, inputAtom));
  const fields: TracedField[] = [];
  const end = nextAfter(tape, 0);
  for (let token = 1; token < end; token = nextAfter(tape, token + 1)) {
    const key = bytes.toString('utf8', startAt(tape, token), endAt(tape, token));
    if (key === 'input') continue;
    const start = outerStart(tape, token + 1);
    const shift = start < input ? 0 : inputBytes;
    fields.push({
      key,
      startBytes: start + shift,
      endBytes: outerEnd(tape, token + 1) + shift,
      origin: originOf(key, frame.fidelity[key], origins),
    });
  }
  return fields;
}

function originOf(key: string, fidelity: Fidelity | undefined, origins: FrameOrigins): Origin {
  if (key === 'instructions') return origins.base;
  const assumed = /^assumed: (.*)$/.exec(fidelity ?? '')?.[1];
  switch (key) {
    case 'model':
    case 'reasoning':
    case 'service_tier': {
      const setting = settingOf[key];
      if (origins.isGiven(setting)) return { kind: 'given', name: setting };
      if (assumed !== undefined) return { kind: 'assumed', note: assumed };
      return origins.turn ?? protocol;
    }
    case 'tools':
      return assumed === undefined ? protocol : { kind: 'given', name: 'tools' };
    case 'prompt_cache_key':
      return origins.meta;
    case 'text':
    case 'parallel_tool_calls':
      if (assumed !== undefined) return { kind: 'assumed', note: assumed };
      return origins.model === undefined ? protocol : { kind: 'catalog', model: origins.model };
    default:
      return assumed === undefined ? protocol : { kind: 'assumed', note: assumed };
  }
}

/** The settings that fields are made from. */
const settingOf = {
  model: 'model',
  reasoning: 'model_reasoning_effort',
  service_tier: 'service_tier',
} as const;
