/** Members that are there only when they have a value: `undefined` is no value of an optional member here. */

/** @returns an object with that one member, or with none where there is no value */
export function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [Key in Name]: Value });
}
