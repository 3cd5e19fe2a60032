// Writes an input piece by piece: what `assemble/write-requests` would be if it kept nothing from request to request.

const comma = Uint8Array.of(0x2c);

export class PieceWriter {
  /** @param {import('../../dist/contract/bytes.js').RolloutBytes} bytes */
  constructor(bytes) {
    this.bytes = bytes;
  }

  /**
   * @param {import('../../dist/assemble/request-stream.js').StreamedRequest} request
   * @param {import('../../dist/contract/bytes.js').ByteSink} sink
   */
  write({ table, items, count }, sink) {
    for (let position = 0; position < count; position++) {
      if (position > 0) sink.write(comma);
      this.writeItem(table, items[position], sink);
    }
  }

  /**
   * @param {import('../../dist/contract/item-table.js').ItemTable} table
   * @param {number} item
   * @param {import('../../dist/contract/bytes.js').ByteSink} sink
   */
  writeItem({ pieces, firstPiece }, item, sink) {
    const { pairs, literals } = pieces;
    for (let piece = firstPiece[item]; piece < firstPiece[item + 1]; piece++) {
      const [start, end] = [pairs[piece * 2], pairs[piece * 2 + 1]];
      if (start < 0) sink.write(literals[-1 - start]);
      else this.writeRange(start, end, sink);
    }
  }

  /** @param {number} start @param {number} end @param {import('../../dist/contract/bytes.js').ByteSink} sink */
  writeRange(start, end, sink) {
    for (let from = start; from < end;) {
      const to = Math.min(end, from + this.bytes.maxViewBytes);
      sink.write(this.bytes.view(from, to));
      from = to;
    }
  }
}
