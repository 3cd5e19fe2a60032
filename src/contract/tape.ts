/**
 * The tape: what a JSON scan leaves behind, the protocol between kernels and stages.
 *
 * Each token takes `tokenWords` 32-bit words:
 *   word 0  kind | flags << 8 | atom << 16
 *   word 1  start, bytes from the start of the line; a string's first byte after its opening quote
 *   word 2  end, exclusive; a string's closing quote
 *   word 3  strings: length in bytes once unescaped · containers: index of the token after the container
 * Containers have no closing token: word 3 jumps over the contents. An object's contents are key, value, key, value.
 */

export const tokenWords = 4;

export const Kind = {
  object: 1,
  array: 2,
  string: 3,
  key: 4,
  number: 5,
  true: 6,
  false: 7,
  null: 8,
} as const;

/** Flag bits of word 0, already shifted. */
export const Flag = {
  /** A string with at least one escape. */
  escaped: 1 << 8,
  /** Not as the reference writer prints it: white space outside strings, other escapes, other number forms, or a child so. */
  loose: 1 << 9,
  /** A string with a lone surrogate escape, or a container of one. */
  loneSurrogate: 1 << 10,
  /** A number the writer may print otherwise (an exponent, minus zero) or not hold (a long integer); or a container of one. */
  inexactNumber: 1 << 11,
} as const;

export const kindMask = 0xff;
export const atomShift = 16;

/** Containers nest at most this deep, as in the reference reader. */
export const maxDepth = 127;

/** What a scan can find wrong. */
export type ScanFault =
  | 'unexpected_byte'
  | 'unexpected_end'
  | 'bad_escape'
  | 'control_in_string'
  | 'bad_number'
  | 'too_deep'
  | 'trailing_bytes';
