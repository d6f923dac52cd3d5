// Where things lie in the memory of the compiled transcoder. Both sides of it import this file: it is TypeScript and AssemblyScript.

/** By byte: the value of a hex digit, -1 for any other byte. */
export const hexValuesAt = 0;
/** Powers of ten that a double holds exactly, from 10^0 on. */
export const powersAt = 256;
export const powersMax = 22;
/** The messages and their fields, up to the input. Addresses of fields have 16 bits. */
export const tablesAt = 512;
export const inputAt = 65_536;
/** Zeros after the input: nothing reads over them, since no JSON holds a zero. */
export const inputPadding = 32;

// A message: the multiplier of its hash, then the address of a field for each slot.
export const slotsAt = 8;
export const slotCount = 256;
export const messageBytes = 520;

// A field: how it is read, the length of its name, its tag, its message if it has one, its name.
export const nameLengthAt = 2;
export const tagAt = 4;
export const messageAt = 8;
export const nameAt = 16;
export const nameBytesMax = 24;
export const fieldBytes = 40;

export const kindMessage = 1;
export const kindMessages = 2;
export const kindItems = 3;
export const kindText = 4;
export const kindId = 5;
export const kindFixed64 = 6;
export const kindSignedFixed64 = 7;
export const kindUint32 = 8;
export const kindSignedInt32 = 9;
export const kindFlags = 10;
export const kindEnum = 11;
export const kindAnyText = 12;
export const kindAnyBool = 13;
export const kindAnyInt = 14;
export const kindAnyDouble = 15;
export const kindAnyBytes = 16;
export const kindPackedFixed64 = 17;
export const kindPackedDouble = 18;
export const kindPackedVarint = 19;
