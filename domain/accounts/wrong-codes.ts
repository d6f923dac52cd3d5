import type { WrongCodes } from '../../schemas/accounts/wrong-codes.ts';

export type WrongCodePace = {
  /** The n-th wrong code that is remembered is followed by the n-th pause. */
  readonly pausesMs: readonly number[];
  /** One wrong code is forgotten after each of these intervals. */
  readonly forgetMs: number;
};

export const noWrongCodes: WrongCodes = { forgottenAtMs: 0, pausedUntilMs: 0 };

/**
 * State after one more wrong code: a leaky bucket whose pauses grow as it fills. It never holds more than
 * `pausesMs.length` wrong codes, so every interval T contains at most `pausesMs.length + T / forgetMs`.
 */
export function afterWrongCode(
  { forgottenAtMs, pausedUntilMs }: WrongCodes,
  atMs: number,
  { pausesMs, forgetMs }: WrongCodePace,
): WrongCodes {
  const nextMs = Math.max(forgottenAtMs, atMs) + forgetMs;
  const room = pausesMs.length - 1;
  const remembered = Math.ceil((nextMs - atMs) / forgetMs);
  const pauseMs = pausesMs[Math.min(remembered - 1, room)] ?? 0;
  const hasRoomAtMs = nextMs - room * forgetMs;
  return {
    forgottenAtMs: nextMs,
    pausedUntilMs: Math.max(pausedUntilMs, atMs + pauseMs, hasRoomAtMs),
  };
}

/** Wrong codes that would fit at this instant. */
export const roomFor = (
  { forgottenAtMs }: WrongCodes,
  atMs: number,
  { pausesMs, forgetMs }: WrongCodePace,
): number => pausesMs.length - Math.ceil(Math.max(0, forgottenAtMs - atMs) / forgetMs);
