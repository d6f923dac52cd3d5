/** A buffer of at least `needed` bytes that starts with `bytes`: doubled, so that growing is amortised. */
export function grown(bytes: Buffer, needed: number): Buffer {
  if (needed <= bytes.length) return bytes;
  const larger = Buffer.allocUnsafeSlow(Math.max(needed, bytes.length * 2));
  bytes.copy(larger);
  return larger;
}

// Below this length a loop beats a native copy (test/bench/columns.ts).
const shortCopyBytes = 32;

export function copyBytes(
  source: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  at: number,
): void {
  if (end - start > shortCopyBytes) {
    target.set(source.subarray(start, end), at);
    return;
  }
  for (let from = start, to = at; from < end; from++, to++) target[to] = source[from] as number;
}
