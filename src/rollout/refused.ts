/** What the decoder raises for a value the reference reader does not take; it never leaves the decoder. */

class RefusedItem extends Error {
  override readonly name = 'RefusedItem';
}

/** One for all: where it was raised does not matter, and making one a line would cost its stack. */
export const refused = new RefusedItem('the reference reader does not take this item');
