/** How the bytes of a field are laid out; groups (3 and 4) are no part of proto3 and are refused. */
export const wireTypes = { varint: 0, fixed64: 1, delimited: 2, fixed32: 5 } as const;
