/** Ids of calls as the Messages API takes them: of few characters, and each one once in a request. */

export class ToolUseIds {
  readonly #taken = new Set<string>();
  /** The id that a call was given last. */
  readonly #written = new Map<string, string>();

  /** The call's own id where that can be written and is free. */
  ofCall(callId: string): string {
    const plain = callId === '' ? 'call' : callId.replaceAll(/[^A-Za-z0-9_-]/g, '_');
    let id = plain;
    for (let copy = 2; this.#taken.has(id); copy += 1) id = `${plain}_${String(copy)}`;
    this.#taken.add(id);
    this.#written.set(callId, id);
    return id;
  }

  ofOutput(callId: string): string {
    return this.#written.get(callId) ?? callId;
  }
}
