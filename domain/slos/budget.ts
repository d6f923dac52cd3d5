import { targetDecimals } from '../../schemas/slos/objective.ts';
import type { Counts } from './counts.ts';

/** Parts of everything in which a target is a whole number. */
export const wholeParts = 100 * 10 ** targetDecimals;

/** How many of these parts may be bad; at least one. */
export const budgetParts = (target: number): number =>
  wholeParts - Math.round(target * 10 ** targetDecimals);

/**
 * The quotient of two products of whole numbers. They are multiplied as big integers, so a difference of large counts loses nothing, and
 * its sign is right; only the quotient is rounded.
 */
export const quotient = (dividend: bigint, divisor: bigint): number =>
  Number(dividend) / Number(divisor);

export type Budget = {
  /** Bad entry spans that the target allows for as many as there were; seldom a whole number. */
  readonly allowed: number;
  readonly spent: number;
  readonly remaining: number;
  readonly spentPercent: number;
  readonly remainingPercent: number;
};

/** The error budget: `allowed = total × (1 − target)`. Where nothing happened, nothing is spent. */
export function budgetOf({ total, bad }: Counts, target: number): Budget {
  const allowed = allowedParts(total, target);
  const spent = BigInt(bad) * BigInt(wholeParts);
  const isEmpty = total === 0;
  return {
    allowed: quotient(allowed, BigInt(wholeParts)),
    spent: bad,
    remaining: quotient(allowed - spent, BigInt(wholeParts)),
    spentPercent: isEmpty ? 0 : quotient(100n * spent, allowed),
    remainingPercent: isEmpty ? 100 : quotient(100n * (allowed - spent), allowed),
  };
}

/** Whether no further bad entry span is allowed, after some that there were. */
export const isExhausted = ({ total, bad }: Counts, target: number): boolean =>
  bad > 0 && BigInt(bad) * BigInt(wholeParts) >= allowedParts(total, target);

/** In percent; undefined without entry spans. */
export const achievedPercent = ({ total, bad }: Counts): number | undefined =>
  total === 0 ? undefined : (100 * (total - bad)) / total;

const allowedParts = (total: number, target: number): bigint =>
  BigInt(total) * BigInt(budgetParts(target));
