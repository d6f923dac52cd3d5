import { deepEqual, equal, match } from 'node:assert/strict';
import { llmPrices, llmPricesMax } from '../../schemas/llm/prices.ts';
import {
  costOf,
  dollarsOf,
  openPriceTable,
  sumOfCosts,
} from '../../services/query-api/core/llm/cost.ts';

const price = { input_per_million: 1, output_per_million: 2 };
const table = (...entries: readonly object[]) =>
  openPriceTable(llmPrices.parse(entries.map(entry => ({ ...price, ...entry }))));
const faultsOf = (...entries: readonly object[]): string =>
  (llmPrices.safeParse(entries).error?.issues ?? [])
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
    .join('; ');
const tokens = (input: number, output: number) => ({
  input: BigInt(input),
  output: BigInt(output),
  cached: 0n,
  cacheWrites: 0n,
});

describe('the price table of language models', () => {
  const day = '2026-11-28';

  it('finds a model by its name, then by the longest begin of it, then by its provider', () => {
    const priceOf = table(
      { model: '*', input_per_million: 1 },
      { model: 'gpt-*', input_per_million: 2 },
      { model: 'gpt-4o*', input_per_million: 3 },
      { model: 'gpt-4o', input_per_million: 4 },
      { model: 'gpt-4o', provider: 'Azure', input_per_million: 5 },
    );
    const inputOf = (model: string, provider = 'openai') =>
      priceOf({ model, provider, day })?.input;
    deepEqual(
      [
        inputOf('claude'),
        inputOf('gpt-5'),
        inputOf('GPT-4o-mini'),
        inputOf('gpt-4o'),
        inputOf('gpt-4o', 'azure'),
      ],
      [1_000_000n, 2_000_000n, 3_000_000n, 4_000_000n, 5_000_000n],
    );
    equal(table({ model: 'gpt-4o' })({ model: 'gpt-4', provider: '', day }), undefined);
  });

  it('has prices from their first day up to the day before their last', () => {
    const priceOf = table(
      { model: 'm', to: '2026-11-01', input_per_million: 1 },
      { model: 'm', from: '2026-11-01', to: '2026-12-01', input_per_million: 2 },
    );
    const on = (of: string) => priceOf({ model: 'm', provider: '', day: of })?.input;
    deepEqual(
      [on('2026-10-31'), on('2026-11-01'), on('2026-11-30'), on('2026-12-01')],
      [1_000_000n, 2_000_000n, 2_000_000n, undefined],
    );
  });

  it('says what is wrong with an entry', () => {
    const entry = { ...price, model: 'm' };
    match(faultsOf({ ...entry, model: 'a*b' }), /^0\.model: expected the name of a model/);
    match(faultsOf({ ...entry, input_per_million: -1 }), /^0\.input_per_million: expected dollars/);
    match(faultsOf({ ...entry, input_per_million: 1e-7 }), /expected dollars/);
    match(faultsOf({ ...entry, input_per_million: '0.1234567' }), /expected dollars/);
    match(faultsOf({ ...entry, to: '2026-13-01' }), /^0\.to: /);
    match(faultsOf({ ...entry, from: '2026-02-01', to: '2026-01-01' }), /a day after `from`/);
    match(faultsOf({ ...entry, input: 1 }), /^0?: Unrecognized key/);
    match(faultsOf({ ...entry, currency: 'EUR' }), /^0\.currency: /);
    match(
      faultsOf({ ...entry, to: '2026-02-01' }, { ...entry, from: '2026-01-31' }),
      /^1: m has another price for some of these days in entry 1/,
    );
    equal(faultsOf({ ...entry, to: '2026-02-01' }, { ...entry, from: '2026-02-01' }), '');
    const many = Array.from({ length: llmPricesMax + 1 }, (_, index) => ({
      ...entry,
      model: `m${index}`,
    }));
    match(faultsOf(...many), /Too big/);
  });
});

describe('costs of language models', () => {
  const [one] = llmPrices.parse([
    {
      model: 'm',
      input_per_million: 3,
      cached_input_per_million: 0.3,
      cache_write_per_million: 3.75,
      output_per_million: 15,
    },
  ]);

  it('have each kind of token at its price, and the rest of the input at that of the input', () => {
    if (one === undefined) throw new Error('expected a price');
    const usage = { input: 1_000n, cached: 600n, cacheWrites: 300n, output: 10n };
    equal(
      costOf(usage, one),
      100n * 3_000_000n + 600n * 300_000n + 300n * 3_750_000n + 150_000_000n,
    );
  });

  it('are the nearest number to the exact sum, however small or large it is', () => {
    equal(dollarsOf(0n), 0);
    equal(dollarsOf(1n), 1e-12);
    equal(dollarsOf(300_000_000_000n), 0.3);
    equal(dollarsOf(123_456_789_012_345_678_901n), 123_456_789.01234567);
  });

  it('sum up to what single sums of doubles miss', () => {
    const priceOf = table({ model: 'm', input_per_million: '0.1' });
    const groups = Array.from({ length: 10 }, () => ({
      ...tokens(1_000_000, 0),
      provider: '',
      model: 'm',
      day: '2026-11-28',
      calls: 1,
    }));
    deepEqual(sumOfCosts(groups, 12, priceOf), { cost_usd: 1, unpriced_calls: 2 });
    deepEqual(sumOfCosts([], 2, priceOf), { cost_usd: null, unpriced_calls: 2 });
  });
});
