const twoTo32 = 0x1_0000_0000;
const nanosPerSecond = 1_000_000_000;

/** The second that holds an instant in nanoseconds: exact, where dividing 64 bits as a double would round up at its edge. */
export function secondsOf(low: number, high: number): number {
  const guess = Math.floor(((high >>> 0) * twoTo32 + (low >>> 0)) / nanosPerSecond);
  // At most a second off, so the low 32 bits hold what is left over.
  const rest = (low - Math.imul(guess, nanosPerSecond)) | 0;
  if (rest < 0) return guess - 1;
  return rest >= nanosPerSecond ? guess + 1 : guess;
}
