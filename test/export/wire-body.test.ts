import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wireBody } from '../../src/export/wire-body.js';
import { asSent, madeInference } from '../support/made-inference.js';

const request = {
  model: 'stone',
  input: [
    { type: 'reasoning', summary: [], content: null, encrypted_content: 'sealed' },
    {
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: '"so" \\' }],
      encrypted_content: 'x',
    },
    { type: 'message', role: 'user', content: '}],[{' },
  ],
  stream: true,
  store: false,
};

function written(options: Partial<typeof asSent>) {
  const { bytes, model, losses } = wireBody(madeInference(request), { ...asSent, ...options });
  return { text: Buffer.from(bytes).toString(), model, losses };
}

describe('a body on the wire', () => {
  it('is the very bytes of the request where nothing differs', () => {
    const inference = madeInference(request);
    expect(wireBody(inference, asSent).bytes).toBe(inference.body);
  });

  it('has members taken off, set in their place, and added at the end', () => {
    const changed = written({
      model: 'slate',
      unset: ['stream'],
      set: { store: true, user: 'me' },
    });
    const { input } = request;
    expect(changed).toEqual({
      text: JSON.stringify({ model: 'slate', input, store: true, user: 'me' }),
      model: 'slate',
      losses: [
        { path: '/model', code: 'changed.field', bytes: 7 },
        { path: '/stream', code: 'left_out.field', bytes: 4 },
        { path: '/store', code: 'changed.field', bytes: 5 },
        { path: '/user', code: 'changed.field', bytes: 0 },
      ],
    });
  });

  it('loses sealed reasoning, and what holds nothing else', () => {
    const { text, losses } = written({ encryptedReasoning: 'drop' });
    const [, { type, summary } = {}, message] = request.input;
    expect(text).toBe(JSON.stringify({ ...request, input: [{ type, summary }, message] }));
    expect(losses).toEqual([
      {
        path: '/input/0',
        code: 'left_out.encrypted_reasoning',
        bytes: JSON.stringify(request.input[0]).length,
      },
      { path: '/input/1/encrypted_content', code: 'left_out.encrypted_reasoning', bytes: 3 },
    ]);
  });

  it('keeps every byte of what stays, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, text) => {
        const body = { a: value, stream: true, [`b${text}`]: text };
        const { bytes } = wireBody(madeInference(body), { ...asSent, unset: ['stream'] });
        const { stream: _stream, ...rest } = body;
        expect(Buffer.from(bytes).toString()).toBe(JSON.stringify(rest));
      }),
    );
  });
});
