import { deepEqual, equal, match } from 'node:assert/strict';
import fc from 'fast-check';
import type { AssistantModel } from '../../platform/config/language-model.ts';
import { type ModelUseRow, modelUse, modelUseKey } from '../../projections/copilot/model-use.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import { organizationId } from '../../schemas/ids.ts';
import { llmPrices } from '../../schemas/llm/prices.ts';
import { leftOf, useOf } from '../../services/query-api/copilot/model/day-use.ts';
import { openFindings } from '../../services/query-api/core/copilot/model/findings.ts';
import { openPriceTable } from '../../services/query-api/core/llm/cost.ts';
import { holds } from '../support/property.ts';

const organization = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const day = '2026-11-28';
const settings: AssistantModel = { provider: 'openai', model: 'm', tokensPerDay: 1_000 };
const prices = openPriceTable(
  llmPrices.parse([
    {
      model: 'm',
      input_per_million: 3,
      output_per_million: 15,
      cached_input_per_million: 0.3,
      cache_write_per_million: 3.75,
    },
  ]),
);
const noPrices = openPriceTable([]);

const count = fc.nat({ max: 1_000_000 });
const asked = fc.record({
  input: count,
  cachedShare: fc.nat({ max: 50 }),
  writeShare: fc.nat({ max: 50 }),
  output: count,
});

describe('what questions take of a language model', () => {
  it('adds up exactly, over requests and over questions of a day', () =>
    holds(
      fc.property(
        fc.array(fc.array(asked, { minLength: 1, maxLength: 5 }), { maxLength: 8 }),
        all => {
          let row: ModelUseRow | undefined;
          let [tokens, pico] = [0n, 0n];
          for (const question of all) {
            const requests = question.map(({ input, cachedShare, writeShare, output }) => ({
              input,
              cachedInput: Math.floor((input * cachedShare) / 100),
              cacheWrites: Math.floor((input * writeShare) / 100),
              output,
            }));
            for (const each of requests) {
              tokens += BigInt(each.input + each.output);
              const plain = each.input - each.cachedInput - each.cacheWrites;
              pico += BigInt(plain) * 3_000_000n + BigInt(each.cachedInput) * 300_000n;
              pico += BigInt(each.cacheWrites) * 3_750_000n + BigInt(each.output) * 15_000_000n;
            }
            const data = useOf(requests, settings, { organizationId: organization, day }, prices);
            const event = { type: 'ModelUseCounted', data } as EventOf<'ModelUseCounted'>;
            row = modelUse.project(row, event, modelUseKey(organization, day), undefined as never);
          }
          equal(row?.questions ?? 0, all.length);
          equal(BigInt((row?.inputTokens ?? 0) + (row?.outputTokens ?? 0)), tokens);
          equal(BigInt(row?.costPicodollars ?? 0), pico);
        },
      ),
      100,
    ));

  const left = (used: Partial<ModelUseRow>, of: AssistantModel = settings, priceOf = prices) =>
    leftOf(
      organization,
      day,
      {
        get: (_: unknown, key: string) =>
          key === modelUseKey(organization, day) ? used : undefined,
      } as never,
      of,
      priceOf,
    );

  it('leaves tokens until those of the day are used', () => {
    deepEqual(left({ inputTokens: 600, outputTokens: 399 }), { tokens: 1 });
    match(JSON.stringify(left({ inputTokens: 600, outputTokens: 400 })), /1000 tokens of today/);
  });

  it('leaves something until the cost of the day is used, and nothing where no price is known', () => {
    const limited = { ...settings, costPerDay: 2_000_000n };
    const used = { inputTokens: 1, outputTokens: 1 };
    deepEqual(left({ ...used, costPicodollars: '1999999' }, limited), { tokens: 998 });
    match(JSON.stringify(left({ ...used, costPicodollars: '2000000' }, limited)), /0\.000002 USD/);
    match(JSON.stringify(left(used, limited, noPrices)), /its price of today is not known/);
  });
});

describe('what an answer names', () => {
  const trace = 'a1'.repeat(16);
  const found = () => {
    const findings = openFindings(100);
    findings.add({ columns: ['trace_id', 'service'], rows: [[trace, 'pay']], left_out: {} });
    findings.add({
      alerts: [{ alert_id: 'al-1', note: 'x' }],
      references: [{ type: 'anomaly', id: 'an-1' }],
    });
    return findings;
  };

  it('is what results have, as whole words', () => {
    deepEqual(found().namedIn(`payments fail, see ${trace} and an-1`, 10), [
      { type: 'trace', id: trace },
      { type: 'anomaly', id: 'an-1' },
    ]);
    deepEqual(found().namedIn('pay: al-1.', 10), [
      { type: 'service', id: 'pay' },
      { type: 'alert', id: 'al-1' },
    ]);
  });

  it('is unknown where no result has the trace', () => {
    const other = 'b2'.repeat(16);
    deepEqual(found().unknownIn(`${trace.toUpperCase()} ${other} ${other}`, 10), [other]);
  });

  it('is bounded', () => {
    const findings = openFindings(2);
    findings.add(['a', 'b', 'c'].map(service => ({ service })));
    equal(findings.namedIn('a b c', 10).length, 2);
    equal(found().namedIn(`pay ${trace} al-1`, 1).length, 1);
  });
});
