/** Protobuf written by hand, right or wrong. */
export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
  return Buffer.from(bytes);
}

/** A length-delimited field. */
export const field = (number: number, ...parts: readonly (Buffer | string)[]): Buffer => {
  const content = Buffer.concat(parts.map(part => Buffer.from(part)));
  return Buffer.concat([varint(number * 8 + 2), varint(content.length), content]);
};

export const number = (fieldNumber: number, value: number): Buffer =>
  Buffer.concat([varint(fieldNumber * 8), varint(value)]);

export const fixed64 = (fieldNumber: number, value: bigint): Buffer => {
  const bytes = Buffer.alloc(9, fieldNumber * 8 + 1);
  bytes.writeBigUInt64LE(value, 1);
  return bytes;
};

export const repeated = (bytes: Buffer, count: number): Buffer =>
  Buffer.alloc(bytes.length * count, bytes);
