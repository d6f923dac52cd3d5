import { deepEqual, equal, ok } from 'node:assert/strict';
import { alertId, alertRuleId } from '../../schemas/alerts/ids.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import { channelId, eventId, organizationId, sealed } from '../../schemas/ids.ts';
import { apply, type NoticeFact } from '../../services/notifier/core/notices/apply.ts';
import { type NoticeBook, newBook } from '../../services/notifier/core/notices/book.ts';
import { noticeOutcome } from '../../services/notifier/core/notices/outcome.ts';
import { ruleWith } from '../support/alerts.ts';
import { toEvent } from '../support/given.ts';
import { dueSteps } from '../support/notice-steps.ts';
import { triggeredBy } from '../support/triggered.ts';

const owner = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const rule = alertRuleId('rule');

/** Counts how often it is looked into. */
class CountingMap<Key, Value> extends Map<Key, Value> {
  reads = 0;
  override get(key: Key): Value | undefined {
    this.reads++;
    return super.get(key);
  }
}

/** So many alerts of one rule, which fire and resolve, where an organization has so many channels. */
function play(channels: number, alerts: number) {
  const targets: NoticeBook['targets'] & { readonly reads: number } = new CountingMap();
  const book: NoticeBook = { ...newBook(), targets };
  let number = 0;
  let nowMs = 0;
  const happens = (payload: EventPayload): void => {
    const event = { ...toEvent(payload, nowMs), id: eventId(`event-${number++}`) } as NoticeFact;
    apply(book, { event, recordedAtMs: nowMs, revision: number });
  };
  for (let index = 0; index < channels; index++) {
    const ofChannel = { channelId: channelId(`channel-${index}`), organizationId: owner };
    const data = { ...ofChannel, kind: 'email', target: sealed('t'), name: 'n' } as const;
    happens({ type: 'ChannelAdded', data });
  }
  const named = ruleWith({ channelIds: [channelId('channel-0')] });
  const ofRule = { organizationId: owner, ruleId: rule };
  happens({ type: 'AlertRuleCreated', data: { ...ofRule, version: 1, rule: named } });
  const began = { events: number, reads: targets.reads };
  let steps = 0;
  const settle = (): void => {
    for (let due = dueSteps(book, nowMs, 9); due.length > 0; due = dueSteps(book, nowMs, 9)) {
      steps += due.length;
      for (const step of due) {
        if (step.kind === 'record') happens(step.fact);
        else happens(noticeOutcome(step.notice, { kind: 'settled' }, { cursor: 0, nowMs }));
      }
    }
  };
  for (let index = 0; index < alerts; index++) {
    const ofAlert = { ...ofRule, alertId: alertId(`alert-${index}`) };
    happens({ type: 'AlertTriggered', data: { ...ofAlert, ...triggeredBy('checkout') } });
    const end = { triggeredAtMs: nowMs, reason: 'recovered', value: null } as const;
    happens({ type: 'AlertResolved', data: { ...ofAlert, ...end, window: null, tickMs: null } });
    nowMs += 120_000;
    settle();
  }
  const [organization] = book.organizations.values();
  const kept = [...targets.values()].reduce(
    (sum, { pending, held, tests, open, notified, plannedAtMs }) =>
      sum + pending.size + held.size + tests.size + open.size + notified.size + plannedAtMs.length,
    (organization?.lasting.size ?? 0) + (organization?.silences.size ?? 0) + book.busy.size,
  );
  return { events: number - began.events, reads: targets.reads - began.reads, kept, steps };
}

describe('the cost of notices', function () {
  this.timeout(120_000);

  it('of an event does not depend on the number of targets, nor what is kept on the number of events', () => {
    const [few, many] = [play(2, 25_000), play(1_000, 25_000)];
    equal(many.events, 100_000);
    deepEqual([many.reads, many.steps], [few.reads, few.steps]);
    ok(many.kept <= 60, `expected at most the notices of the last hour, found ${many.kept}`);
    equal(many.kept, play(1_000, 250).kept);
  });
});
