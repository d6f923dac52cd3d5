/** A buffer of at least `needed` bytes that starts with `bytes`: doubled, so that growing is amortised. */
export function growBuffer(bytes: Buffer, needed: number): Buffer {
  if (needed <= bytes.length) return bytes;
  const larger = Buffer.allocUnsafeSlow(Math.max(needed, bytes.length * 2));
  bytes.copy(larger);
  return larger;
}
