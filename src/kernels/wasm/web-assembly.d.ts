/** The part of the WebAssembly interface that is used here; TypeScript has it only among the browser's types. */

declare namespace WebAssembly {
  type Exports = Record<string, unknown>;

  type Module = object;
  const Module: new (bytes: Uint8Array) => Module;

  class Instance {
    constructor(module: Module);
    readonly exports: Exports;
  }

  class Memory {
    constructor(descriptor: { initial: number });
    readonly buffer: ArrayBuffer;
    /** @param pages of 64 KiB */
    grow(pages: number): number;
  }
}
