import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { noticeDeliveries } from '../../projections/notices/notice-deliveries.ts';
import { alertId } from '../../schemas/alerts/ids.ts';
import type { Severity } from '../../schemas/alerts/rule.ts';
import { channelId, deliveriesStream, eventId, organizationId } from '../../schemas/ids.ts';
import type { NoticeItem, NoticePlanned } from '../../schemas/notices/events.ts';
import { newBook } from '../../services/notifier/core/notices/book.ts';
import type { DescribedAlert } from '../../services/notifier/core/notices/described.ts';
import { nextDueAtMs } from '../../services/notifier/core/notices/due.ts';
import {
  noticeExpiresMs,
  noticeWindowMs,
  retryAfterMsMax,
} from '../../services/notifier/core/notices/limits.ts';
import { noticeMail, testMail } from '../../services/notifier/core/notices/notice-mail.ts';
import { onOutcome } from '../../services/notifier/core/notices/on-outcome.ts';
import { noticeOutcome } from '../../services/notifier/core/notices/outcome.ts';
import { newTarget, type TargetStatus } from '../../services/notifier/core/notices/target.ts';
import { evidenceAt } from '../support/alerts.ts';
import { toEvent } from '../support/given.ts';
import { dueSteps } from '../support/notice-steps.ts';

const owner = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const channel = channelId('c5a4f1fe-0d53-5f3b-a2c9-71d5b8e6f304');
const noticeId = eventId('notice');
const item = { alertId: alertId('alert'), why: 'first', causeIds: [eventId('cause')] } as const;
const planned: NoticePlanned = {
  type: 'NoticePlanned',
  data: { organizationId: owner, channelId: channel, items: [item], heldBack: 0 },
};

/** A channel whose notice was recorded at 1,000 and is not sent yet. */
function withNotice(status: TargetStatus = 'enabled') {
  const book = newBook();
  const target = newTarget(channel, owner, status, channel);
  onOutcome(target, { ...toEvent(planned, 1_000), ...planned, id: noticeId });
  book.busy.add(target);
  return { book, target };
}

const kindsAt = (status: TargetStatus, nowMs: number) =>
  dueSteps(withNotice(status).book, nowMs, 9).map(({ kind }) => kind);

describe('a notice that was recorded', () => {
  it('is sent at once, to a disabled channel too, and given up after a day or with its channel', () => {
    deepEqual(kindsAt('enabled', 1_000), ['send']);
    deepEqual(kindsAt('disabled', 1_000), ['send']);
    deepEqual(kindsAt('enabled', 1_000 + noticeExpiresMs), ['exhaust']);
    deepEqual(kindsAt('removed', 1_000), ['exhaust']);
  });

  it('is tried again when its receiver asks for it, and after half an hour at the latest', () => {
    const [step] = dueSteps(withNotice().book, 1_000, 1);
    if (step?.kind !== 'send') throw new Error('expected a notice to send');
    const { notice } = step;
    const nextAt = (retryAfterMs: number, attempts: number): unknown => {
      const failure = { kind: 'failed', error: 'HTTP 429', final: false, retryAfterMs } as const;
      const context = { cursor: 7, nowMs: 2_000 };
      const { type, data } = noticeOutcome({ ...notice, attempts }, failure, context);
      return type === 'DeliveryFailed' && data.nextAtMs;
    };
    deepEqual(nextAt(7_000, 0), 9_000);
    deepEqual(nextAt(7_000, 2), 62_000);
    deepEqual(nextAt(86_400_000, 0), 2_000 + retryAfterMsMax);
  });

  it('is tried again after a pause under the same id, and is over when it is delivered', () => {
    const { book, target } = withNotice();
    const [step] = dueSteps(book, 1_000, 1);
    if (step?.kind !== 'send') throw new Error('expected a notice to send');
    const context = { cursor: 7, nowMs: 2_000 };
    const failure = { kind: 'failed', error: 'Unavailable', final: false } as const;
    const failed = noticeOutcome(step.notice, failure, context);
    deepEqual(failed, {
      type: 'DeliveryFailed',
      data: {
        deliveryId: noticeId,
        target: channel,
        causeId: noticeId,
        cursor: 7,
        attempt: 1,
        error: 'Unavailable',
        nextAtMs: 3_000,
      },
    });
    if (failed.type !== 'DeliveryFailed') return;
    onOutcome(target, { ...toEvent(failed, 2_000), ...failed });
    deepEqual(dueSteps(book, 2_999, 1), []);
    equal(nextDueAtMs(book, target, 2_999), 3_000);
    const [again] = dueSteps(book, 3_000, 1);
    if (again?.kind !== 'send') throw new Error('expected a notice to send');
    equal(again.notice.noticeId, noticeId);
    const settled = noticeOutcome(again.notice, { kind: 'settled' }, context);
    if (settled.type !== 'DeliverySettled') throw new Error('expected an end');
    onOutcome(target, { ...toEvent(settled, 3_000), ...settled });
    deepEqual(dueSteps(book, 9e9, 1), []);
  });
});

describe('a notice that says what became of an older one', () => {
  const other = { alertId: alertId('other'), why: 'first', causeIds: [eventId('other')] } as const;
  const resolved = { ...item, why: 'resolved', causeIds: [eventId('end')] } as const;
  const silenceable = { ruleId: undefined, service: undefined, severity: 'critical' } as const;

  /** A notice of two alerts failed once, and one of them was resolved. */
  function withFailed(items: readonly NoticeItem[] = [item, other]) {
    const { book, target } = withNotice();
    const data = { ...planned.data, items, heldBack: 3 };
    onOutcome(target, { ...toEvent(planned, 1_000), ...planned, data, id: noticeId });
    const notice = target.open.get(noticeId);
    if (notice === undefined) throw new Error('expected an open notice');
    const failure = { kind: 'failed', error: 'HTTP 503', final: false } as const;
    const failed = noticeOutcome(notice, failure, { cursor: 7, nowMs: 2_000 });
    if (failed.type !== 'DeliveryFailed') throw new Error('expected a failure');
    onOutcome(target, { ...toEvent(failed, 2_000), ...failed });
    target.open.set(noticeId, { ...notice, attempts: 1, nextAtMs: 900_000 });
    target.pending.set('end', { item: resolved, silenceable, atMs: 3_000 });
    return { book, target };
  }

  const factOf = (book: ReturnType<typeof newBook>) => {
    const [step] = dueSteps(book, 3_000 + noticeWindowMs, 1);
    if (step?.kind !== 'record' || step.fact.type !== 'NoticePlanned')
      throw new Error('expected a notice to plan');
    return step.fact;
  };

  it('takes its place, with the rest of it, so nothing older comes later', () => {
    const { book, target } = withFailed();
    const fact = factOf(book);
    deepEqual(fact.data.items, [other, resolved]);
    deepEqual([fact.data.overtakes, fact.data.heldBack], [[noticeId], 3]);
    onOutcome(target, { ...toEvent(fact, 33_000), ...fact, id: eventId('newer') });
    deepEqual([...target.open.keys()], ['newer']);
  });

  it('leaves a notice about something else to its own attempts', () => {
    const { book, target } = withFailed([other]);
    const fact = factOf(book);
    deepEqual([fact.data.items, fact.data.overtakes], [[resolved], undefined]);
    onOutcome(target, { ...toEvent(fact, 33_000), ...fact, id: eventId('newer') });
    deepEqual([...target.open.keys()], [noticeId, 'newer']);
  });

  it('is what the record of the older one says', () => {
    const recorded = { stream: deliveriesStream(channel), position: 1, recordedAtMs: 5_000 };
    const data = { ...planned.data, overtakes: [noticeId] };
    const event = {
      ...toEvent({ ...planned, data }, 5_000),
      ...planned,
      data,
      id: eventId('newer'),
    };
    deepEqual(noticeDeliveries.keys(event, recorded), ['newer', noticeId]);
    const row = { status: 'retrying', attempts: 2, error: 'HTTP 503' } as const;
    deepEqual(noticeDeliveries.project(row, event, noticeId, recorded), {
      ...row,
      status: 'overtaken',
      endedAtMs: 5_000,
    });
    deepEqual(noticeDeliveries.project(undefined, event, 'newer', recorded), {
      status: 'waiting',
      attempts: 0,
    });
  });
});

const alert: DescribedAlert = {
  alertId: alertId('a1'),
  why: 'first',
  ruleVersion: 3,
  value: 12.5,
  triggeredAtMs: 0,
  rule: {
    name: 'Errors',
    alertType: 'threshold',
    metric: 'error_rate',
    operator: '>',
    threshold: 5,
    severity: 'critical',
    scope: { type: 'service', service: 'checkout' },
  },
  evidence: evidenceAt(300_000, {
    exemplars: [{ traceId: 'abc', durationMs: 1, isError: true }],
  }),
  leads: {
    error: { type: 'OutOfStock', message: 'no stock left' },
    deployment: { version: '2.1', atMs: 1_000 },
  },
};
const options = { heldBack: 0, publicUrl: 'https://tide.test' };

describe('the mail of a notice', () => {
  it('says why it was sent, the figures, the evidence in two lines, and where more is', () => {
    const { subject, text, html } = noticeMail([alert], options);
    equal(subject, '[critical] Errors fires');
    equal(
      text,
      [
        'Errors (critical)',
        'First notice: the alert fired at 1970-01-01 00:00:00 UTC.',
        'error_rate of checkout: 12.5; threshold > 5; rule version 3',
        'Evidence: 40 requests, 5 errors, 0 late spans from 1970-01-01 00:00:00 UTC to 1970-01-01 00:05:00 UTC',
        'Latency: p95 120 ms',
        'Most frequent error: OutOfStock: no stock left',
        'Latest deployment: 2[.]1, first seen at 1970-01-01 00:00:01 UTC',
        'https://tide.test/alerts/a1',
        'https://tide.test/traces/abc',
        '',
        '',
      ].join('\n'),
    );
    match(html, /<a href="https:\/\/tide\.test\/alerts\/a1">/);
    match(html, /<a href="https:\/\/tide\.test\/traces\/abc">/);
  });

  it('says that an alert was resolved, and that a silence is over', () => {
    const resolved = { atMs: 60_000, reason: 'recovered', value: 1 } as const;
    const textOf = (fields: Partial<DescribedAlert>) =>
      noticeMail([{ ...alert, ...fields }], options).text;
    const ended = 'resolved at 1970-01-01 00:01:00 UTC \\(recovered\\)';
    match(textOf({ why: 'resolved', resolved }), new RegExp(`Resolved: .* and was ${ended}\\.`));
    match(textOf({ why: 'silence_over' }), /A silence is over: .* and still fires\./);
    match(textOf({ why: 'silence_over', resolved }), new RegExp(`over: .* and was ${ended}\\.`));
    match(textOf({ value: null }), /error_rate of checkout: no data;/);
  });

  it('counts what the flood limit held back', () => {
    const { text, html } = noticeMail([alert], { ...options, heldBack: 7 });
    match(text, /7 more alerts or failing checks were held back/);
    match(html, /7 more alerts or failing checks were held back/);
  });

  it('names the services and severities of several alerts in its subject, the worst first', () => {
    const of = (severity: Severity, service?: string): DescribedAlert => ({
      ...alert,
      rule: {
        ...alert.rule,
        severity,
        scope: service === undefined ? { type: 'global' } : { type: 'service', service },
      },
    });
    const subjectOf = (...alerts: readonly DescribedAlert[]) => noticeMail(alerts, options).subject;
    equal(
      subjectOf(of('info', 'cart'), of('critical', 'checkout'), of('info', 'cart')),
      '[critical, info] 3 notices of Tidemark alerts: cart, checkout',
    );
    equal(
      subjectOf(of('warning', 'a'), of('warning', 'b'), of('warning'), of('warning', 'c.de')),
      '[warning] 4 notices of Tidemark alerts: a, b, all services and 1 more',
    );
  });

  it('contains no markup or link of those who choose names', () => {
    const name = '<img src=x onerror=alert(1)> https://evil.example';
    const hostile = { ...alert.rule, name, scope: { type: 'service', service: name } } as const;
    const leads = { error: { type: name, message: name }, deployment: { version: name, atMs: 0 } };
    const one = { ...alert, rule: hostile, leads };
    for (const mail of [noticeMail([one], options), noticeMail([one, one], options)])
      for (const part of [mail.subject, mail.text, mail.html])
        doesNotMatch(part, /<img|evil\.example|\/\/evil/);
  });

  it('of a test says that it is one', () => {
    const { text, html } = testMail({ publicUrl: 'https://tide.test' });
    match(text, /This is a test/);
    match(html, /This is a test/);
  });
});
