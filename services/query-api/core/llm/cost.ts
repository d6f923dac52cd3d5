import type { LlmPrice } from '../../../../schemas/llm/prices.ts';

/** Of a call, or of calls that have the same price. */
export type Tokens = {
  /** Those of the cache, read and written, are in it. */
  readonly input: bigint;
  readonly cached: bigint;
  readonly cacheWrites: bigint;
  readonly output: bigint;
};

/** What a price is looked up by; the day of the begin of the call, in UTC. */
export type Priced = { readonly provider: string; readonly model: string; readonly day: string };

/** The price of a model on a day. */
export type PriceOf = (call: Priced) => LlmPrice | undefined;

/**
 * Looks prices up: of entries for the day, one that names the model before one with the begin of its name, a longer begin before a
 * shorter, and of two for the same names the one that names the provider.
 */
export function openPriceTable(prices: readonly LlmPrice[]): PriceOf {
  const ordered = prices.toSorted((left, right) => rank(right) - rank(left));
  return ({ provider, model, day }) => {
    const name = model.toLowerCase();
    const from = provider.toLowerCase();
    return ordered.find(
      price =>
        isNamed(price.model, name) &&
        (price.provider === undefined || price.provider === from) &&
        price.from <= day &&
        day < price.to,
    );
  };
}

const rank = ({ model, provider }: LlmPrice): number =>
  (model.endsWith('*') ? model.length : namesFirst) * 2 + (provider === undefined ? 0 : 1);

/** Longer than any name. */
const namesFirst = 1e9;

const isNamed = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

/** In picodollars; exact. */
export const costOf = ({ input, cached, cacheWrites, output }: Tokens, price: LlmPrice): bigint =>
  (input - cached - cacheWrites) * price.input +
  cached * price.cachedInput +
  cacheWrites * price.cacheWrite +
  output * price.output;

const picoDigits = 12;

/** Picodollars as the nearest number of dollars. */
export function dollarsOf(pico: bigint): number {
  const digits = String(pico).padStart(picoDigits + 1, '0');
  return Number(`${digits.slice(0, -picoDigits)}.${digits.slice(-picoDigits)}`);
}

/** Costs of some calls together: null where no price of any is known. */
export type Cost = { readonly cost_usd: number | null; readonly unpriced_calls: number };

export type CallsOfPrice = Priced & Tokens & { readonly calls: number };

/** The sum over groups of calls.  calls  all of them; those in no group have no price either */
export function sumOfCosts(groups: readonly CallsOfPrice[], calls: number, priceOf: PriceOf): Cost {
  let pico = 0n;
  let priced = 0;
  for (const group of groups) {
    const price = priceOf(group);
    if (price === undefined) continue;
    pico += costOf(group, price);
    priced += group.calls;
  }
  return { cost_usd: priced === 0 ? null : dollarsOf(pico), unpriced_calls: calls - priced };
}
