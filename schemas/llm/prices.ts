import { z } from 'zod';

/** Entries of a price table. */
export const llmPricesMax = 500;

const decimalsMax = 6;
const amountPattern = /^(\d{1,6})(?:\.(\d{1,6}))?$/u;

/**
 * US dollars for a million tokens, with at most six decimals: so many picodollars (10⁻¹² $) a token, which is a whole number. So every
 * sum of costs is one of whole numbers, and exact.
 */
const perMillion = z
  .union([z.number(), z.string()])
  .transform(String)
  .refine(
    text => amountPattern.test(text),
    'expected dollars for a million tokens, from 0 to 999999.999999',
  )
  .transform(text => {
    const [, whole = '0', decimals = ''] = amountPattern.exec(text) ?? [];
    return BigInt(whole + decimals.padEnd(decimalsMax, '0'));
  });

const entry = z
  .strictObject({
    provider: z.string().min(1).optional(),
    model: z
      .string()
      .regex(/^[^*]+\*?$|^\*$/u, 'expected the name of a model, or the begin of names before a *'),
    input_per_million: perMillion,
    output_per_million: perMillion,
    cached_input_per_million: perMillion.optional(),
    cache_write_per_million: perMillion.optional(),
    currency: z.literal('USD').optional(),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from < to, {
    path: ['to'],
    message: 'expected a day after `from`',
  })
  .transform(given => ({
    provider: given.provider?.toLowerCase(),
    model: given.model.toLowerCase(),
    /** Days in UTC, the first that has the price and the first that has it no more; dates of ISO 8601, which order as texts. */
    from: given.from ?? '',
    to: given.to ?? '9999-99-99',
    /** In picodollars a token. */
    input: given.input_per_million,
    output: given.output_per_million,
    cachedInput: given.cached_input_per_million ?? given.input_per_million,
    cacheWrite: given.cache_write_per_million ?? given.input_per_million,
  }));

/** What a token of a model costs, in a range of days. */
export type LlmPrice = z.output<typeof entry>;

/** A price table as operators write it. Of one model and day there is one price. */
export const llmPrices = z
  .array(entry)
  .max(llmPricesMax)
  .superRefine((prices, context) => {
    for (const [index, price] of prices.entries()) {
      const before = prices.slice(0, index).findIndex(other => isSameTime(price, other));
      if (before >= 0)
        context.addIssue({
          code: 'custom',
          path: [index],
          message: `${price.model} has another price for some of these days in entry ${before + 1}`,
        });
    }
  });

const isSameTime = (left: LlmPrice, right: LlmPrice): boolean =>
  left.provider === right.provider &&
  left.model === right.model &&
  left.from < right.to &&
  right.from < left.to;
