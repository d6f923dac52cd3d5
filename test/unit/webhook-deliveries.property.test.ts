import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { alertId, alertRuleId } from '../../schemas/alerts/ids.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import { commandId, eventId, organizationId } from '../../schemas/ids.ts';
import type { WebhookAttempt } from '../../schemas/webhooks/events.ts';
import { webhookId } from '../../schemas/webhooks/ids.ts';
import type { Webhook } from '../../schemas/webhooks/webhook.ts';
import { applyWebhookFact, type WebhookFact } from '../../services/notifier/core/webhooks/apply.ts';
import { attemptOf, type Response } from '../../services/notifier/core/webhooks/attempt.ts';
import {
  newWebhookBook,
  restoreWebhookRow,
  webhookRow,
} from '../../services/notifier/core/webhooks/book.ts';
import {
  dueDeliveries,
  isGivenUp,
  nextDueAtMs,
} from '../../services/notifier/core/webhooks/due.ts';
import {
  failingMsMax,
  jitterShare,
  retryPausesMs,
} from '../../services/notifier/core/webhooks/limits.ts';
import { toEvent } from '../support/given.ts';
import { holds } from '../support/property.ts';
import { storedBook } from '../support/stored-book.ts';
import { triggeredBy } from '../support/triggered.ts';

const owner = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const id = webhookId('2f6c0c8e-7a1b-5e0e-9c2b-0f6a4be1d7a1');
const of = { webhookId: id, organizationId: owner };
const wanted: Webhook = {
  name: 'n',
  url: 'https://example.org/',
  description: null,
  events: ['alert.triggered'],
  enabled: true,
};

/** An event store with one webhook, and a notifier that reads it. */
function openWorld() {
  const log: { event: WebhookFact; revision: number }[] = [];
  let revision = -1;
  const stored = storedBook({
    open: newWebhookBook,
    apply: applyWebhookFact,
    row: webhookRow,
    restore: restoreWebhookRow,
  });
  let read = 0;
  const happens = (payload: EventPayload, nowMs: number) => {
    const event = { ...toEvent(payload, nowMs), id: eventId(`event-${log.length}`) } as WebhookFact;
    if (event.type === 'WebhookAttempted') revision++;
    log.push({ event, revision });
    return event.id;
  };
  const target = () => {
    for (; read < log.length; read++) {
      const fact = log[read];
      if (fact !== undefined) stored.apply({ ...fact, position: read });
    }
    return stored.book().targets.get(id);
  };
  happens({ type: 'WebhookCreated', data: { ...of, webhook: wanted, secret: commandId('c') } }, 0);
  return {
    log,
    happens,
    target,
    crash: (): void => stored.crash(),
    fire: (number: number, nowMs: number) => {
      const ofAlert = {
        organizationId: owner,
        ruleId: alertRuleId('rule'),
        alertId: alertId(`a${number}`),
      };
      return happens({ type: 'AlertTriggered', data: { ...ofAlert, ...triggeredBy('s') } }, nowMs);
    },
    change: (fields: Partial<Webhook>, nowMs: number) =>
      happens(
        { type: 'WebhookChanged', data: { ...of, webhook: { ...wanted, ...fields } } },
        nowMs,
      ),
  };
}

const ok200: Response = { kind: 'response', status: 200 };
const failed: Response = { kind: 'response', status: 503 };

/** Sends what is due until nothing is; gives the attempts, or dies before they are recorded. */
function settle(
  world: ReturnType<typeof openWorld>,
  nowMs: number,
  answer: () => { readonly response: Response; readonly dies?: boolean },
  sent: string[] = [],
): readonly WebhookAttempt[] {
  const all: WebhookAttempt[] = [];
  for (let round = 0; round < 1_000; round++) {
    const target = world.target();
    const due = target === undefined ? [] : dueDeliveries(target, nowMs);
    if (due.length === 0) return all;
    let isDead = false;
    const attempts: WebhookAttempt[] = [];
    for (const one of due) {
      const { response, dies = false } = answer();
      sent.push(one.causeId);
      isDead = dies;
      if (dies) break;
      attempts.push(attemptOf(of, one, response, { atMs: nowMs, durationMs: 0 }));
    }
    if (isDead) {
      world.crash();
      continue;
    }
    all.push(...attempts);
    world.happens({ type: 'WebhookAttempted', data: { ...of, attempts } }, nowMs);
  }
  throw new Error('expected an end of what is due');
}

describe('deliveries to a webhook', () => {
  it('are attempted at the pauses of the schedule, give or take a fifth, and then given up', () => {
    const world = openWorld();
    world.fire(0, 0);
    const attempts: WebhookAttempt[] = [];
    for (let nowMs = 0; Number.isFinite(nowMs) && attempts.length < 20; ) {
      attempts.push(...settle(world, nowMs, () => ({ response: failed })));
      const target = world.target();
      nowMs = target === undefined ? Number.POSITIVE_INFINITY : nextDueAtMs(target);
    }
    deepEqual(
      attempts.map(({ attempt, outcome }) => [attempt, outcome]),
      [1, 2, 3, 4, 5, 6, 7, 8].map(number => [number, number === 8 ? 'failed' : 'retrying']),
    );
    for (const [index, pauseMs] of retryPausesMs.entries()) {
      const waitedMs = (attempts[index + 1]?.atMs ?? 0) - (attempts[index]?.atMs ?? 0);
      ok(Math.abs(waitedMs - pauseMs) <= jitterShare * pauseMs + 1, `pause ${index}: ${waitedMs}`);
    }
  });

  it('wait as long as the receiver asks, up to double the pause', () => {
    const due = { causeId: eventId('e'), event: 'alert.triggered', sequence: 1 } as const;
    const waiting = { ...due, nextAtMs: 0, isAsked: false };
    const pauseOf = (attempts: number, retryAfterMs: number) => {
      const response = { kind: 'response', status: 429, retryAfterMs } as const;
      const timed = { atMs: 0, durationMs: 0 };
      return attemptOf(of, { ...waiting, attempts }, response, timed).nextAtMs ?? 0;
    };
    equal(pauseOf(2, 90_000), 90_000);
    equal(pauseOf(2, 3_600_000), 120_000);
    ok(pauseOf(2, 1_000) >= 48_000);
  });

  it('are over at once when the receiver is gone, or the URL is none', () => {
    const due = { causeId: eventId('e'), event: 'alert.triggered', sequence: 1 } as const;
    const first = { ...due, attempts: 0, nextAtMs: 0, isAsked: false };
    const timed = { atMs: 0, durationMs: 0 };
    const outcomeOf = (response: Response) => attemptOf(of, first, response, timed).outcome;
    equal(outcomeOf({ kind: 'response', status: 410 }), 'failed');
    equal(outcomeOf({ kind: 'none', error: 'x', final: true }), 'failed');
    equal(outcomeOf({ kind: 'none', error: 'x', final: false }), 'retrying');
    equal(outcomeOf({ kind: 'response', status: 301 }), 'retrying');
    equal(outcomeOf({ kind: 'response', status: 204 }), 'delivered');
  });

  for (const given of ['a test', 'an event that is not remembered'])
    it(`are made again when a user asks, of ${given}`, () => {
      const world = openWorld();
      const causeId = eventId('cause');
      if (given === 'a test')
        world.happens(
          { type: 'WebhookTestRequested', data: { ...of, testId: causeId, event: 'trace.error' } },
          0,
        );
      settle(world, 0, () => ({ response: { kind: 'response', status: 410 } }));
      const asked = { ...of, causeId, sequence: 1, event: 'trace.error' } as const;
      world.happens({ type: 'WebhookRetryRequested', data: asked }, 1);
      const [again] = settle(world, 1, () => ({ response: ok200 }));
      deepEqual(
        [again?.causeId, again?.event, again?.sequence, again?.outcome],
        [causeId, 'trace.error', 1, 'delivered'],
      );
    });

  it('are made again of an event that is remembered, when a request names no type', () => {
    const world = openWorld();
    const causeId = world.fire(0, 0);
    settle(world, 0, () => ({ response: ok200 }));
    world.happens({ type: 'WebhookRetryRequested', data: { ...of, causeId, sequence: 1 } }, 1);
    const [again] = settle(world, 1, () => ({ response: ok200 }));
    deepEqual([again?.causeId, again?.event], [causeId, 'alert.triggered']);
  });

  it('disable an endpoint at which nothing succeeds for five days, counted anew when it is enabled again', () => {
    const world = openWorld();
    world.fire(0, 0);
    settle(world, 0, () => ({ response: failed }));
    const isOver = (nowMs: number) => {
      const target = world.target();
      return target !== undefined && isGivenUp(target, nowMs);
    };
    deepEqual([isOver(failingMsMax - 1), isOver(failingMsMax)], [false, true]);
    world.change({ enabled: false }, 1);
    equal(isOver(failingMsMax), false);
    world.change({ enabled: true }, 2);
    equal(isOver(failingMsMax), false);
    world.fire(1, 10);
    settle(world, 10, () => ({ response: failed }));
    settle(world, 100_000, () => ({ response: ok200 }));
    equal(isOver(2 * failingMsMax), false);
  });

  const step = fc.oneof(
    { weight: 6, arbitrary: fc.constant('fire' as const) },
    { weight: 1, arbitrary: fc.constant('disable' as const) },
    { weight: 2, arbitrary: fc.constant('enable' as const) },
    { weight: 1, arbitrary: fc.constant('crash' as const) },
    { weight: 6, arbitrary: fc.constant('send' as const) },
  );
  const answers = fc.array(fc.constantFrom('ok', 'fail', 'die'), { maxLength: 60 });

  it('reach an endpoint for each event while it is enabled, at first in order, whoever dies', async () => {
    await holds(
      fc.property(fc.array(step, { maxLength: 60 }), answers, (steps, given) => {
        const { expected, sent, attempts } = play(steps, given);
        const delivered = attempts.filter(({ outcome }) => outcome === 'delivered');
        deepEqual(new Set(delivered.map(({ causeId }) => causeId)), expected);
        equal(delivered.length, expected.size);
        const firsts = attempts.filter(({ attempt }) => attempt === 1);
        deepEqual(
          firsts.map(({ causeId }) => causeId),
          [...expected],
        );
        deepEqual(
          firsts.map(({ sequence }) => sequence),
          firsts.map((_, at) => at + 1),
        );
        for (const cause of sent) ok(expected.has(cause));
      }),
      2_000,
    );
  });
});

/** All retries, each at its time, which succeed now. */
function settleRetries(
  world: ReturnType<typeof openWorld>,
  fromMs: number,
  attempts: WebhookAttempt[],
  sent: string[],
): void {
  for (let nowMs = fromMs; ; ) {
    attempts.push(...settle(world, nowMs, () => ({ response: ok200 }), sent));
    const target = world.target();
    const next = target === undefined ? Number.POSITIVE_INFINITY : nextDueAtMs(target);
    if (!Number.isFinite(next)) return;
    nowMs = Math.max(nowMs, next);
  }
}

type Step = 'fire' | 'disable' | 'enable' | 'crash' | 'send';

/** A life of an endpoint; before it is enabled or disabled, and in the end, everything succeeds. */
function play(steps: readonly Step[], given: readonly string[]) {
  const world = openWorld();
  const left = [...given];
  const expected = new Set<string>();
  const sent: string[] = [];
  const attempts: WebhookAttempt[] = [];
  let isEnabled = true;
  let nowMs = 0;
  const answer = () => {
    const next = left.shift() ?? 'ok';
    return { response: next === 'fail' ? failed : ok200, dies: next === 'die' };
  };
  const enable = (enabled: boolean): void => {
    settleRetries(world, nowMs, attempts, sent);
    isEnabled = enabled;
    world.change({ enabled }, nowMs);
  };
  const acts: Readonly<Record<Step, (index: number) => void>> = {
    fire: index => {
      const cause = world.fire(index, nowMs);
      if (isEnabled) expected.add(cause);
    },
    crash: world.crash,
    send: () => void attempts.push(...settle(world, nowMs, answer, sent)),
    enable: () => enable(true),
    disable: () => enable(false),
  };
  for (const [index, one] of steps.entries()) {
    nowMs += 1_000;
    acts[one](index);
  }
  settleRetries(world, nowMs, attempts, sent);
  return { expected, sent, attempts };
}
