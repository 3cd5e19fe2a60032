/** Gathers the pieces of one record as they come in; past a bound it only counts them. */

import type { Incoming } from './split.js';

export class PieceList {
  /** Of all pieces, kept or not. */
  byteLength = 0;
  private pieces: Uint8Array[] = [];
  private readonly maxBytes: number;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  add(piece: Uint8Array): void {
    this.byteLength += piece.length;
    if (this.byteLength > this.maxBytes) this.pieces = [];
    else if (piece.length > 0) this.pieces.push(piece);
  }

  /** The record that the pieces make, which are then forgotten. A single piece is not copied. */
  take(): Incoming {
    const { byteLength, pieces } = this;
    this.pieces = [];
    this.byteLength = 0;
    if (byteLength > this.maxBytes) return { kind: 'oversized', byteLength };
    const [only] = pieces;
    const bytes = pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
    return { kind: 'record', bytes };
  }
}
