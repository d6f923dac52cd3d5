import { deepEqual, equal, match } from 'node:assert/strict';
import fc from 'fast-check';
import { intentOf } from '../../services/query-api/core/copilot/intent.ts';
import {
  alertsText,
  anomaliesText,
  languageModelsText,
  overviewText,
} from '../../services/query-api/core/copilot/sentences.ts';
import { holds } from '../support/property.ts';

const known = ['checkout', 'checkout-worker', 'payments', 'a/b service'];
const trace = '5b8efff798038103d269b633813fc60c';

describe('what a question is about', () => {
  for (const [question, services] of [
    ['Why is Checkout slow?', ['checkout']],
    ['checkout-worker or payments?', ['checkout-worker', 'payments']],
    ['payments and checkout-worker and checkout', ['payments', 'checkout-worker', 'checkout']],
    ['the checkouts', []],
    ['precheckout', []],
    ['what about a/b service?', ['a/b service']],
    ['', []],
  ] as const)
    it(`names ${services.join(' and ') || 'no service'}: ${question}`, () =>
      deepEqual(intentOf(question, known).services, services));

  for (const [question, window] of [
    ['errors in the last 5 minutes', '5m'],
    ['errors in the past 10 min', '15m'],
    ['last hour', '1h'],
    ['last 2 hours', '6h'],
    ['the last 3h', '6h'],
    ['past day', '24h'],
    ['last 30 days', '24h'],
    ['since today', '24h'],
    ['at last', undefined],
    ['errors', undefined],
  ] as const)
    it(`has the window ${window}: ${question}`, () =>
      equal(intentOf(question, known).window, window));

  it('names each trace once, however it is written', () =>
    deepEqual(intentOf(`${trace} ${trace.toUpperCase()} ${trace}0`, known).traces, [trace]));

  for (const [question, topics] of [
    ['Which alerts fire?', ['alerts']],
    ['Anything unusual?', ['anomalies']],
    ['Why do requests fail?', ['causes']],
    ['How many tokens did the LLM use?', ['languageModels']],
    ['hello', []],
  ] as const)
    it(`has the topics ${topics.join(' ') || 'of everything'}: ${question}`, () =>
      deepEqual([...intentOf(question, known).topics], topics));

  it('is found in any text, and names only known services', () =>
    holds(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.array(fc.string({ minLength: 1 })),
        (question, names) => {
          const { services, traces } = intentOf(question, names);
          return services.every(name => names.includes(name)) && traces.length < 10;
        },
      ),
      1_000,
    ));
});

describe('sentences of the assistant', () => {
  it('have something to say of nothing', () => {
    equal(overviewText([], 5), 'No service sent spans in the last 24 hours.');
    equal(alertsText([], 0), 'No alert fires.');
    equal(anomaliesText([], 0, ' in checkout'), 'No anomaly is open in checkout.');
    const none = {
      calls: 0,
      errors: 0,
      error_rate: 0,
      input_tokens: 0,
      output_tokens: 0,
      avg_duration_ms: 0,
      p50_duration_ms: 0,
      p95_duration_ms: 0,
    };
    const range = { from: '', to: '' };
    match(languageModelsText({ total: none, models: [], ...range }, 5), /no calls/);
  });

  it('name the services that fail most, and the slowest of the others', () => {
    const service = (name: string, error_rate: number, p95_latency: number) => ({
      id: name,
      name,
      request_count: 1,
      error_rate,
      p95_latency,
      avg_latency: 1,
      last_seen: '2026-11-25T00:00:00.000Z',
    });
    equal(
      overviewText([service('a', 0, 5), service('b', 50, 1), service('c', 0, 9)], 2),
      '3 services had 3 requests in the last 24 hours. b: 50.0 % of 1 request failed, p95 latency 1.0 ms. c: 0.0 % of 1 request failed, p95 latency 9.0 ms.',
    );
  });
});
