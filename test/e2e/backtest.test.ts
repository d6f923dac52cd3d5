import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { type AlertCustomer, alertCustomer } from '../support/alert-client.ts';
import { onBothEngines } from '../support/both-engines.ts';
import { tidemark as tidemarkCli } from '../support/cli.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { freshSpan } from '../support/otel-send.ts';
import { until } from '../support/until.ts';

type Backtest = ResponseOf<'backtestAlertRules'>;

const path = '/v1/alert-rules/backtest';
const failed = { status: { code: 2, message: 'no stock' } };

onBothEngines('backtests', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let ada: AlertCustomer;
  const startedAt = new Date(Date.now() - 60_000).toISOString();

  before(async function () {
    tidemark = await start(this);
    ada = await alertCustomer(tidemark, 'ada');
  });
  after(() => tidemark?.close());

  const spans = (count: number, fields = {}) =>
    Array.from({ length: count }, () => freshSpan(fields)) as [never, ...never[]];
  const errorsOf = (service: string) => ({
    metric: 'error_rate',
    operator: '>',
    threshold: 50,
    cooldown: 0,
    time_window: 5,
    scope_type: 'service',
    scope_value: service,
  });
  const backtest = async (body: object): Promise<Backtest> => {
    const answer = await ada.call('POST', path, { from: startedAt, ...body });
    equal(answer.status, 200, answer.text);
    return answer.body as unknown as Backtest;
  };
  const proofOf = (id: string) => ada.get<ResponseOf<'proveAlert'>>(`/v1/alerts/${id}/proof`);
  const kinds = ({ transitions }: Backtest['results'][number]) =>
    transitions.map(({ event }) => event);

  it('gives the life of a rule once more, as it was live, and tries others on it', async () => {
    const rule = await ada.create({ ...errorsOf('checkout'), name: 'Errors' });
    await ada.reader.sendSpans([...spans(3, failed), ...spans(1)] as never, {
      service: 'checkout',
    });
    await ada.alertOf(rule.id, 'firing');
    await ada.reader.sendSpans(spans(40), { service: 'checkout' });
    await ada.alertOf(rule.id, 'resolved');
    const [alert] = (await ada.history(rule.id)).body.history;

    const [own] = (await backtest({ rule: { id: rule.id } })).results;
    ok(own);
    deepEqual(kinds(own), ['triggered', 'resolved']);
    const [triggered, resolved] = own.transitions;
    deepEqual(
      [triggered?.value, triggered?.window, triggered?.samples, triggered?.message],
      [alert?.current_value, alert?.window, alert?.evidence.samples, alert?.message],
    );
    deepEqual([resolved?.value, resolved?.reason], [alert?.resolved_value, 'recovered']);
    equal(own.alerts, 1);
    ok(own.minutes.off > 0);
    // The owner of an organization has a channel for mail.
    deepEqual(
      own.notices.map(({ why, silenced }) => [why, silenced]),
      [
        ['first', false],
        ['resolved', false],
      ],
    );

    const proof = await proofOf(alert?.id ?? '');
    deepEqual(
      proof.fields.filter(({ match: isSame }) => !isSame),
      [],
    );
    deepEqual([proof.match, proof.fires], [true, true]);
    ok(
      proof.fields.some(
        ({ field, recomputed }) => field === 'evidence.samples' && recomputed === 4,
      ),
    );

    const sweep = { rule: errorsOf('checkout'), sweep: { thresholds: [50, 80] } };
    const [low, high] = (await backtest(sweep)).results;
    deepEqual([low?.threshold, low?.alerts, high?.threshold, high?.alerts], [50, 1, 80, 0]);
    const compare = [errorsOf('checkout'), { id: rule.id, threshold: 80 }];
    const compared = (await backtest({ compare })).results;
    deepEqual(
      compared.map(({ alerts, rule_id: id }) => [alerts, id]),
      [
        [1, null],
        [0, null],
      ],
    );
  });

  it('gives the life of a rule with two windows once more, and so does its proof', async () => {
    const errors = { ...errorsOf('stock'), time_window: 60 };
    const conditions = [{ metric: 'error_rate', operator: '>', threshold: 60, time_window: 5 }];
    const rule = await ada.create({ ...errors, name: 'Burn', conditions });
    const send = (all: readonly object[]) =>
      ada.reader.sendSpans(all as never, { service: 'stock' });
    // Over the first threshold and not over the second.
    await send([...spans(11, failed), ...spans(9)]);
    await until('an evaluation', async () => {
      const path = `/v1/alert-rules/${rule.id}/evaluations`;
      const { evaluations } = await ada.get<ResponseOf<'alertRuleEvaluations'>>(path);
      return (
        evaluations.some(({ outcome, value }) => outcome === 'ok' && value === 55) || undefined
      );
    });
    await send(spans(20, failed));
    await ada.alertOf(rule.id, 'firing');
    await send(spans(40));
    await ada.alertOf(rule.id, 'resolved');
    const [alert] = (await ada.history(rule.id)).body.history;
    equal(
      alert?.message,
      'Burn: error_rate of stock is 77.5 % over 60 min and 77.5 % over 5 min, the rule fires at > 50 % and > 60 %',
    );
    deepEqual(
      alert?.evidence.conditions?.map(({ threshold, value, holds, samples }) => [
        threshold,
        value,
        holds,
        samples,
      ]),
      [
        [50, 77.5, true, 40],
        [60, 77.5, true, 40],
      ],
    );
    const [own] = (await backtest({ rule: { id: rule.id } })).results;
    deepEqual(
      own?.transitions.map(({ event, window, message }) => [event, window, message]),
      [
        ['triggered', alert?.window, alert?.message],
        ['resolved', own?.transitions[1]?.window, null],
      ],
    );
    const proof = await proofOf(alert?.id ?? '');
    deepEqual(
      proof.fields.filter(({ match: isSame }) => !isSame),
      [],
    );
    ok(proof.fields.some(({ field }) => field === 'evidence.conditions'));
    const alone = { rule: { id: rule.id, conditions: [] }, sweep: { thresholds: [54] } };
    const [tried] = (await backtest(alone)).results;
    deepEqual([tried?.alerts, tried?.transitions[0]?.value], [1, 55]);
  });

  it('ends where a user ended the rule, also of one that is deleted', async () => {
    const rule = await ada.create(errorsOf('cart'));
    await ada.reader.sendSpans(spans(2, failed), { service: 'cart' });
    await ada.alertOf(rule.id, 'firing');
    equal((await ada.call('DELETE', `/v1/alert-rules/${rule.id}`)).status, 200);
    // The evaluator has yet to come to the place where the rule ends.
    const own = await until('the end of the rule in the log', async () => {
      const [result] = (await backtest({ rule: { id: rule.id } })).results;
      return result && result.transitions.length > 1 && result;
    });
    deepEqual(kinds(own), ['triggered', 'resolved']);
    equal(own.transitions[1]?.reason, 'rule_deleted');
  });

  it('finds no proof of an alert that was put among the events', async () => {
    const rule = await ada.create(errorsOf('search'));
    const isAdopted = async (): Promise<boolean> => {
      await ada.raise(rule.id, 0, { value: 99 });
      return (await ada.alerts(`?rule=${rule.id}`)).total > 0;
    };
    await until('the forged alert', isAdopted);
    const [forged] = (await ada.alerts(`?rule=${rule.id}`)).alerts;
    const proof = await proofOf(forged?.id ?? '');
    deepEqual([proof.match, proof.fires], [false, false]);
    const value = proof.fields.find(({ field }) => field === 'current_value');
    deepEqual([value?.recorded, value?.recomputed, value?.match], [99, null, false]);
  });

  it('sends its progress, and the result last, to those who ask for an event stream', async () => {
    const response = await fetch(`${tidemark.url}${path}`, {
      method: 'POST',
      headers: {
        'X-API-Key': ada.reader.key,
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
      },
      body: JSON.stringify({ rule: errorsOf('checkout'), from: startedAt }),
    });
    equal(response.status, 200);
    match(response.headers.get('content-type') ?? '', /^text\/event-stream/u);
    const events = (await response.text()).trim().split('\n\n');
    match(events[0] ?? '', /^event: progress\ndata: \{"done":/u);
    match(events.at(-1) ?? '', /^event: result\ndata: \{"success":true,/u);
  });

  it('is shown by tidemark backtest', async () => {
    const environment = { TIDEMARK_API_KEY: ada.reader.key };
    const cli = (...options: string[]) =>
      tidemarkCli(['backtest', '--url', tidemark.url, '--last', '10m', ...options], environment);
    const rule = ['--metric', 'error_rate', '--operator', '>', '--service', 'checkout'];
    const swept = await cli(...rule, '--sweep', '50,80');
    deepEqual([swept.err, swept.code], ['', 0]);
    match(swept.out, /error_rate > 50 +1 /u);
    match(swept.out, /error_rate > 80 +0 /u);
    match((await cli(...rule, '--threshold', '50')).out, /triggered +75 /u);
    match((await cli('--metric', 'error_rate')).err, /^error: invalid rule: expected metric/u);
    match((await cli('--sweep', '1')).err, /^error: expected --rule, or --metric/u);
    match((await cli(...rule, '--sweep', 'x')).err, /^error: expected --sweep to be a number/u);
  });

  it('says what is wrong with a request', async () => {
    const rule = errorsOf('checkout');
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const faults: readonly (readonly [object, RegExp])[] = [
      [{}, /either `rule` or `compare`/u],
      [{ rule, compare: [rule, rule] }, /either `rule` or `compare`/u],
      [{ compare: [rule, rule], sweep: { thresholds: [1] } }, /`rule` beside `sweep`/u],
      [{ rule, to: later }, /to lies in the future/u],
      [{ rule, from: '2020-01-01T00:00:00Z' }, /at most 31 days/u],
      [{ rule: { metric: 'latency' } }, /metric, operator and threshold/u],
      [{ rule: { ...rule, recovery_threshold: 60 } }, /wrong side/u],
      [{ rule: { ...rule, scope_value: null } }, /^invalid rule\.scope_value: expected the name/u],
      [{ compare: [rule, { ...rule, scope_value: '' }] }, /^invalid compare\.1\.scope_value/u],
    ];
    for (const [body, expected] of faults) {
      const answer = await ada.call('POST', path, { from: startedAt, ...body });
      equal(answer.status, 400, answer.text);
      match(answer.body.error, expected);
    }
  });
});
