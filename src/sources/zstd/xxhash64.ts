/** XXH64 with seed 0 over data that comes in pieces; the low half of it is the checksum at the end of a zstd frame. */

const prime1 = 0x9e3779b185ebca87n;
const prime2 = 0xc2b2ae3d27d4eb4fn;
const prime3 = 0x165667b19e3779f9n;
const prime4 = 0x85ebca77c2b2ae63n;
const prime5 = 0x27d4eb2f165667c5n;

const stripeBytes = 32;
const startLanes = [prime1 + prime2, prime2, 0n, -prime1];

/** `view` covers the same buffer as `bytes` from its first byte. */
interface HashedBytes {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly from: number;
  readonly to: number;
}

/** A running hash: `update` any number of times, then `low32`. */
export class Xxhash64 {
  /** Four lanes of 64 bits as pairs of halves, low first. */
  readonly #lanes = new Int32Array(8);
  readonly #rest = new Uint8Array(stripeBytes);
  readonly #restView = new DataView(this.#rest.buffer);
  #totalBytes = 0;

  constructor() {
    this.reset();
  }

  reset(): void {
    startLanes.forEach((lane, i) => {
      this.#lanes[i * 2] = Number(BigInt.asIntN(32, lane));
      this.#lanes[i * 2 + 1] = Number(BigInt.asIntN(32, lane >> 32n));
    });
    this.#totalBytes = 0;
  }

  /** Takes `bytes[from, to)`. */
  update({ bytes, view, from, to }: HashedBytes): void {
    let at = from;
    const held = this.#totalBytes % stripeBytes;
    this.#totalBytes += to - from;
    if (held > 0) {
      const taken = Math.min(stripeBytes - held, to - at);
      this.#rest.set(bytes.subarray(at, at + taken), held);
      at += taken;
      if (held + taken < stripeBytes) return;
      mixStripes(this.#lanes, this.#restView, { from: 0, to: stripeBytes });
    }
    const wholeEnd = to - ((to - at) % stripeBytes);
    mixStripes(this.#lanes, view, { from: at, to: wholeEnd });
    this.#rest.set(bytes.subarray(wholeEnd, to));
  }

  /** The low 32 bits of the hash of everything taken so far, as an unsigned number. */
  low32(): number {
    const rest = this.#totalBytes % stripeBytes;
    let hash = this.#totalBytes >= stripeBytes ? this.#merged() : prime5;
    hash = wrap(hash + BigInt(this.#totalBytes));
    let at = 0;
    for (; at + 8 <= rest; at += 8) {
      hash ^= wrap(rotate(wrap(this.#restView.getBigUint64(at, true) * prime2), 31n) * prime1);
      hash = wrap(rotate(hash, 27n) * prime1 + prime4);
    }
    if (at + 4 <= rest) {
      hash ^= wrap(BigInt(this.#restView.getUint32(at, true)) * prime1);
      hash = wrap(rotate(hash, 23n) * prime2 + prime3);
      at += 4;
    }
    for (; at < rest; at++) {
      hash ^= wrap(BigInt(this.#restView.getUint8(at)) * prime5);
      hash = wrap(rotate(hash, 11n) * prime1);
    }
    hash = wrap((hash ^ (hash >> 33n)) * prime2);
    hash = wrap((hash ^ (hash >> 29n)) * prime3);
    return Number((hash ^ (hash >> 32n)) & 0xffffffffn);
  }

  #merged(): bigint {
    const lanes = new BigUint64Array(4).map((_, i) => {
      const low = BigInt((this.#lanes[i * 2] ?? 0) >>> 0);
      return (BigInt((this.#lanes[i * 2 + 1] ?? 0) >>> 0) << 32n) | low;
    });
    let hash = 0n;
    lanes.forEach((lane, i) => {
      hash = wrap(hash + rotate(lane, [1n, 7n, 12n, 18n][i] ?? 0n));
    });
    for (const lane of lanes) {
      hash ^= wrap(rotate(wrap(lane * prime2), 31n) * prime1);
      hash = wrap(hash * prime1 + prime4);
    }
    return hash;
  }
}

const wrap = (value: bigint): bigint => BigInt.asUintN(64, value);
const rotate = (value: bigint, bits: bigint): bigint =>
  wrap(value << bits) | (value >> (64n - bits));

const prime1Low = 0x85ebca87 | 0;
const prime1High = 0x9e3779b1 | 0;
const prime1Low0 = prime1Low & 0xffff;
const prime1Low1 = prime1Low >>> 16;
const prime2Low = 0x27d4eb4f | 0;
const prime2High = 0xc2b2ae3d | 0;
const prime2Low0 = prime2Low & 0xffff;
const prime2Low1 = prime2Low >>> 16;

/**
 * Mixes whole stripes of `view[from, to)` into the lanes: `lane = rotate(lane + word * prime2, 31) * prime1`.
 *
 * In halves of 32 bits, products out of 16-bit parts: ten times as fast as BigInt. Lane by lane, so that one lane's
 * state stays in registers.
 */
function mixStripes(
  lanes: Int32Array,
  view: DataView,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  for (let lane = 0; lane < 4; lane++) {
    let low = lanes[lane * 2] ?? 0;
    let high = lanes[lane * 2 + 1] ?? 0;
    for (let at = from + lane * 8; at < to; at += stripeBytes) {
      const wordLow = view.getInt32(at, true);
      const wordHigh = view.getInt32(at + 4, true);
      let part0 = wordLow & 0xffff;
      let part1 = wordLow >>> 16;
      let cross0 = Math.imul(part0, prime2Low1);
      let cross1 = Math.imul(part1, prime2Low0);
      let carry = (Math.imul(part0, prime2Low0) >>> 16) + (cross0 & 0xffff) + (cross1 & 0xffff);
      const productLow = Math.imul(wordLow, prime2Low);
      const productHigh =
        (Math.imul(part1, prime2Low1) +
          (cross0 >>> 16) +
          (cross1 >>> 16) +
          (carry >>> 16) +
          Math.imul(wordLow, prime2High) +
          Math.imul(wordHigh, prime2Low)) |
        0;
      const sumLow = (low + productLow) | 0;
      const sumHigh = (high + productHigh + (sumLow >>> 0 < productLow >>> 0 ? 1 : 0)) | 0;
      const turnedLow = (sumLow << 31) | (sumHigh >>> 1);
      const turnedHigh = (sumHigh << 31) | (sumLow >>> 1);
      part0 = turnedLow & 0xffff;
      part1 = turnedLow >>> 16;
      cross0 = Math.imul(part0, prime1Low1);
      cross1 = Math.imul(part1, prime1Low0);
      carry = (Math.imul(part0, prime1Low0) >>> 16) + (cross0 & 0xffff) + (cross1 & 0xffff);
      low = Math.imul(turnedLow, prime1Low);
      high =
        (Math.imul(part1, prime1Low1) +
          (cross0 >>> 16) +
          (cross1 >>> 16) +
          (carry >>> 16) +
          Math.imul(turnedLow, prime1High) +
          Math.imul(turnedHigh, prime1Low)) |
        0;
    }
    lanes[lane * 2] = low;
    lanes[lane * 2 + 1] = high;
  }
}
