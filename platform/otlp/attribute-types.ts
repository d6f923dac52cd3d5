/** What `attributes.type` holds, in every table. Stored for ever: add, never renumber. */
export const attributeTypes = {
  string: 0,
  bool: 1,
  int: 2,
  double: 3,
  array: 4,
  kvlist: 5,
  bytes: 6,
  empty: 7,
} as const;
