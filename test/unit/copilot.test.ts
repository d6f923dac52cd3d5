import { deepEqual, equal, match } from 'node:assert/strict';
import fc from 'fast-check';
import { localClock } from '../../domain/silences/local-clock.ts';
import { following, intentOf } from '../../services/query-api/core/copilot/intent.ts';
import {
  alertsText,
  anomaliesText,
  languageModelsText,
  overviewText,
} from '../../services/query-api/core/copilot/sentences.ts';
import { holds } from '../support/property.ts';

const known = {
  services: ['checkout', 'checkout-worker', 'payments', 'a/b service'],
  aliases: new Map([['stock', 'stock-service']]),
  errors: ['CardError'],
};
const now = { nowMs: Date.parse('2026-11-28T15:30:00Z'), clock: localClock('UTC') };
const trace = '5b8efff798038103d269b633813fc60c';

const intent = (question: string) => intentOf(question, known, now);

describe('what a question is about', () => {
  for (const [question, services] of [
    ['Why is Checkout slow?', ['checkout']],
    ['checkout-worker or payments?', ['checkout-worker', 'payments']],
    ['payments and checkout-worker and checkout', ['payments', 'checkout-worker', 'checkout']],
    ['the checkouts', []],
    ['precheckout', []],
    ['what about a/b service?', ['a/b service']],
    ['is stock down?', ['stock-service']],
    ['', []],
  ] as const)
    it(`names ${services.join(' and ') || 'no service'}: ${question}`, () =>
      deepEqual(intent(question).services, services));

  it('names each trace once, however it is written', () =>
    deepEqual(intent(`${trace} ${trace.toUpperCase()} ${trace}0`).traces, [trace]));

  it('names errors and versions', () => {
    const { errors, versions } = intent('CardError in v1.4.2 and 1.5.0-rc.1?');
    deepEqual([errors, versions], [['CardError'], ['v1.4.2', '1.5.0-rc.1']]);
  });

  for (const [question, topics] of [
    ['Which alerts fire?', ['alerts']],
    ['Anything unusual?', ['anomalies']],
    ['Why do requests fail?', ['causes']],
    ['How many tokens did the LLM use?', ['languageModels']],
    ['what changed?', ['changes']],
    ['Is it the database?', ['database']],
    ['who is affected?', ['affected']],
    ['is it over?', ['over']],
    ['did we have this last week?', ['before']],
    ['Which endpoints are slowest?', ['slowest']],
    ['hello', []],
  ] as const)
    it(`has the topics ${topics.join(' ') || 'of nothing'}: ${question}`, () =>
      deepEqual([...intent(question).topics], topics));

  it('keeps service and time of the questions before', () => {
    const before = [intent('why is checkout slow since 14:00?'), intent('what changed?')];
    const asked = following(intent('is it the database?'), before);
    deepEqual(asked.services, ['checkout']);
    equal(asked.time?.fromMs, Date.parse('2026-11-28T14:00:00Z'));
    deepEqual(following(intent('and payments?'), before).services, ['payments']);
    deepEqual(following(intent('how are we doing?'), before).services, []);
  });

  it('is found in any text, and names only known services', () =>
    holds(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.array(fc.string({ minLength: 1 })),
        (question, names) => {
          const asked = intentOf(question, { ...known, services: names, aliases: new Map() }, now);
          const { time = { fromMs: 0, toMs: 1 } } = asked;
          return (
            asked.services.every(name => names.includes(name)) &&
            asked.traces.length < 10 &&
            time.fromMs < time.toMs &&
            time.toMs <= now.nowMs
          );
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
