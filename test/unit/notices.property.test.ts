import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { alertId, alertRuleId } from '../../schemas/alerts/ids.ts';
import { healthCheckId } from '../../schemas/health/ids.ts';
import {
  type ChannelId,
  channelId,
  type EventId,
  organizationId,
  sealed,
} from '../../schemas/ids.ts';
import { type NoticeItem, type NoticePlanned, subjectOf } from '../../schemas/notices/events.ts';
import { silenceId } from '../../schemas/silences/ids.ts';
import type { NoticeFact } from '../../services/notifier/core/notices/apply.ts';
import { ruleWith } from '../support/alerts.ts';
import { NaiveNotices, type Verdict } from '../support/naive-notices.ts';
import { noticeWorld, type Sending } from '../support/notice-world.ts';
import { outageEvent } from '../support/outage-event.ts';
import { holds } from '../support/property.ts';
import { triggeredBy } from '../support/triggered.ts';

const owner = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const checkId = healthCheckId('check');
const ids = ['c1', 'c2', 'c3'].map(channelId);
const services = ['checkout', 'payment'];

const index = fc.nat({ max: 2 });
/** Three rules and a check. */
const cause = fc.nat({ max: 3 });
const check = 3;
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('fire'), rule: cause }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('resolve'), rule: cause }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('channel'), channel: index, to: index }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('silence'),
      service: fc.nat({ max: 1 }),
      minutes: fc.nat({ max: 9 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('unsilence') }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('disable') }) },
);
type Action = {
  readonly type: string;
  readonly rule?: number;
  readonly channel?: number;
  readonly to?: number;
  readonly service?: number;
  readonly minutes?: number;
};

const sending = fc.record({ isAccepted: fc.boolean(), crashes: fc.boolean() });
const history = fc.record({
  steps: fc.array(
    fc.record({
      actions: fc.array(action as fc.Arbitrary<Action>, { maxLength: 3 }),
      seconds: fc.integer({ min: 1, max: 40 }),
      owner: fc.nat({ max: 1 }),
      hasRival: fc.boolean(),
      crashes: fc.boolean(),
    }),
    { maxLength: 40 },
  ),
  sendings: fc.array(sending, { maxLength: 30 }),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

/** Channels of each rule: every one, one, and two of which one may be unknown. */
const named: readonly (readonly ChannelId[])[] = [[], ids.slice(0, 1), ids.slice(1)];

const rule = (number: number) => alertRuleId(`rule-${number}`);

/** The history in the world and in the naive model. */
function play({ steps, sendings }: History) {
  const world = noticeWorld();
  const naive = new NaiveNotices();
  const firing = new Map<number, string>();
  let alerts = 0;
  let seen = 0;
  let nowMs = 1_000_000;
  const results = [...sendings];
  const next = (): Sending => results.shift() ?? { isAccepted: true, crashes: false };

  const eventOf = (number: number, why: 'first' | 'resolved', alert: string): void => {
    const service = services[number % 2] ?? '';
    naive.happens({ alert, rule: rule(number), service }, why, named[number] ?? [], nowMs);
    if (number === check) {
      const ofOutage = { organizationId: owner, checkId, outage: alert, serviceName: service };
      world.happens(outageEvent(why, ofOutage), nowMs);
      return;
    }
    const common = { organizationId: owner, ruleId: rule(number), alertId: alertId(alert) };
    world.happens(
      why === 'first'
        ? { type: 'AlertTriggered', data: { ...common, ...triggeredBy(service) } }
        : {
            type: 'AlertResolved',
            data: {
              ...common,
              triggeredAtMs: nowMs,
              reason: 'recovered',
              window: null,
              tickMs: null,
              value: null,
            },
          },
      nowMs,
    );
  };
  const fire = (number: number): void => {
    if (firing.has(number)) return;
    const alert = `alert-${alerts++}`;
    firing.set(number, alert);
    eventOf(number, 'first', alert);
  };
  const resolve = (number: number): void => {
    const alert = firing.get(number);
    if (alert === undefined) return;
    firing.delete(number);
    eventOf(number, 'resolved', alert);
  };
  /** The check has not recovered, but nobody looks at it any more. */
  const disable = (): void => {
    const alert = firing.get(check);
    if (alert === undefined) return;
    firing.delete(check);
    naive.isGivenUp(alert);
    const data = { checkId, organizationId: owner, serviceName: services[1] ?? '' };
    world.happens({ type: 'HealthCheckDeleted', data }, nowMs);
  };
  const act = (one: Action): void => {
    const acts: Readonly<Record<string, () => void>> = {
      fire: () => fire(one.rule ?? 0),
      resolve: () => resolve(one.rule ?? 0),
      channel: () => changeChannel(one.channel ?? 0, one.to ?? 0),
      silence: () => silence(one.service ?? 0, one.minutes ?? 0),
      unsilence,
      disable,
    };
    acts[one.type]?.();
  };
  /** 0 disables, 1 enables, and 2 enables with reminders, but removes the last channel. */
  const changeChannel = (number: number, to: number): void => {
    const id = ids[number] ?? channelId('');
    const before = naive.channels.get(id);
    if (before === 'removed') return;
    const isRemoved = before !== undefined && to === 2 && number === 2;
    naive.channels.set(id, isRemoved ? 'removed' : statusOf(to));
    const ofChannel = { channelId: id, organizationId: owner };
    if (isRemoved) {
      world.happens({ type: 'ChannelRemoved', data: ofChannel }, nowMs);
      return;
    }
    const type = before === undefined ? 'ChannelAdded' : 'ChannelChanged';
    const remindMinutes = to === 2 ? 2 : 0;
    naive.remindMs.set(id, remindMinutes * 60_000);
    const named = { kind: 'email', target: sealed('t'), name: 'n' } as const;
    const content = { ...named, enabled: to > 0, remindMinutes };
    world.happens({ type, data: { ...ofChannel, ...content } }, nowMs);
  };
  const silence = (number: number, minutes: number): void => {
    const id = `silence-${naive.silences.length}`;
    const [service = '', untilMs] = [services[number], nowMs + 60_000 * minutes + 1];
    naive.silences.push({ id, service, untilMs, isEnded: false });
    const data = { silenceId: silenceId(id), organizationId: owner, reason: 'r' };
    world.happens(
      { type: 'SilenceStarted', data: { ...data, scope: { service }, fromMs: nowMs, untilMs } },
      nowMs,
    );
  };
  const unsilence = (): void => {
    const open = naive.silences.find(({ isEnded }) => !isEnded);
    if (open === undefined) return;
    open.isEnded = true;
    const data = { silenceId: silenceId(open.id), organizationId: owner };
    world.happens({ type: 'SilenceEnded', data }, nowMs);
  };
  const settle = (first: number, hasRival: boolean): void => {
    for (let round = 0; !world.isDone(0, nowMs); round++) {
      ok(round < 500, 'expected an end of what is due');
      world.round((first + round) % 2, nowMs, hasRival, next);
    }
    naive.tick(nowMs);
    for (; seen < world.log.length; seen++) {
      const event = world.log[seen]?.event;
      if (event?.type !== 'NoticePlanned') continue;
      for (const item of repeatedBy(world.log, event))
        naive.isToldAgain(event.data.channelId, subjectOf(item), nowMs);
    }
  };

  named.forEach((channelIds, number) => {
    const content = { version: 1, rule: ruleWith({ channelIds }) };
    const data = { organizationId: owner, ruleId: rule(number), ...content };
    world.happens({ type: 'AlertRuleCreated', data }, nowMs);
  });
  for (const step of steps) {
    for (const one of step.actions) act(one);
    if (step.crashes) world.crash(step.owner);
    settle(step.owner, step.hasRival);
    nowMs += step.seconds * 1_000;
  }
  results.length = 0;
  for (let minute = 0; minute < 90; minute++) {
    nowMs += 60_000;
    settle(0, false);
  }
  return { world, naive };
}

const statusOf = (to: number) => (to > 0 ? 'enabled' : 'disabled');

type World = ReturnType<typeof play>['world'];

/** What the events say. The model does not know which notices fail, so what one repeats of an older one counts only where it is expected. */
const verdictsOf = ({ log }: World, expected: readonly string[]): readonly Verdict[] =>
  log.flatMap(({ event, recordedAtMs: atMs }) => {
    if (event.type !== 'NoticePlanned' && event.type !== 'NoticeWithheld') return [];
    const verdict = event.type === 'NoticePlanned' ? 'told' : event.data.reason;
    const { channelId: channel = 'none', items } = event.data;
    const repeated = repeatedBy(log, event);
    return items.flatMap(item => {
      const told: Verdict = { atMs, channel, alert: subjectOf(item), why: item.why, verdict };
      return repeated.includes(item) && !expected.includes(textOf(told)) ? [] : [told];
    });
  });

/** The items of a notice that an older one has, too, whose place it takes. */
function repeatedBy(log: World['log'], event: NoticeFact): readonly NoticeItem[] {
  if (event.type !== 'NoticePlanned') return [];
  const { items, overtakes = [] } = event.data;
  const older = log.flatMap(({ event: one }) =>
    one.type === 'NoticePlanned' && overtakes.includes(one.id) ? one.data.items : [],
  );
  return items.filter(item =>
    older.some(one => subjectOf(one) === subjectOf(item) && one.why === item.why),
  );
}

/** The notices whose place others take. These say all of them, but for what a silence holds. */
function overtakenIn(
  planned: ReadonlyMap<EventId, NoticePlanned['data']>,
  verdicts: readonly Verdict[],
): readonly EventId[] {
  const silenced = verdicts.filter(({ verdict }) => verdict === 'silenced');
  const held = silenced.map(({ alert }) => alert);
  return [...planned.values()].flatMap(({ items, overtakes = [] }) => {
    const told = [...held, ...items.map(subjectOf)];
    const older = overtakes.flatMap(id => planned.get(id)?.items ?? []).map(subjectOf);
    deepEqual(
      older.filter(subject => !told.includes(subject)),
      [],
    );
    return overtakes;
  });
}

const sorted = (verdicts: readonly Verdict[]): readonly string[] => verdicts.map(textOf).sort();

const textOf = (one: Verdict): string =>
  JSON.stringify([one.atMs, one.channel, one.alert, one.why, one.verdict]);

function countInto(seen: Map<string, number>, verdicts: readonly Verdict[]): void {
  for (const { verdict, why } of verdicts)
    for (const name of [verdict, why]) seen.set(name, (seen.get(name) ?? 0) + 1);
}

describe('notices of alerts and checks', function () {
  this.timeout(240_000);

  it('are those of a naive model, and each is sent with what was recorded', async () => {
    const seen = new Map<string, number>();
    await holds(
      fc.property(history, given => {
        const { world, naive } = play(given);
        const expected = sorted(naive.verdicts);
        deepEqual(sorted(verdictsOf(world, expected)), expected);
        countInto(seen, naive.verdicts);
        const planned = new Map(
          world.log.flatMap(({ event }) =>
            event.type === 'NoticePlanned' ? [[event.id, event.data] as const] : [],
          ),
        );
        for (const { id, items } of world.mails) deepEqual(items, planned.get(id)?.items);
        const sent = new Set(world.mails.map(({ id }) => id));
        for (const id of overtakenIn(planned, naive.verdicts)) sent.add(id);
        for (const [id, { channelId: to }] of planned)
          ok(
            sent.has(id) || naive.channels.get(to) === 'removed',
            'expected a mail of each notice',
          );
      }),
      2_000,
    );
    for (const one of [
      'told',
      'reminder',
      'silence_over',
      'silenced',
      'channel_disabled',
      'channel_removed',
      'no_channel',
    ])
      ok((seen.get(one) ?? 0) > 50, `expected many alerts that were ${one}`);
  });

  it('are at most sixty an hour, and the next says how many alerts were held back', () => {
    const steps = Array.from({ length: 500 }, (_, number) => ({
      actions: [{ type: number % 2 === 0 ? 'fire' : 'resolve', rule: 0 }],
      seconds: 10,
      owner: 0,
      hasRival: false,
      crashes: false,
    }));
    const start = { actions: [{ type: 'channel', channel: 0, to: 1 }], seconds: 1 };
    const [first = steps[0]] = [{ ...start, owner: 0, hasRival: false, crashes: false }];
    const quiet = Array.from({ length: 100 }, () => ({
      actions: [],
      seconds: 40,
      owner: 0,
      hasRival: false,
      crashes: false,
    }));
    const late = { ...(steps[0] ?? first), actions: [{ type: 'fire', rule: 0 }] };
    const all = [first, ...steps, ...quiet, late].flatMap(step => step ?? []);
    const { world, naive } = play({ steps: all as History['steps'], sendings: [] });
    const expected = sorted(naive.verdicts);
    deepEqual(sorted(verdictsOf(world, expected)), expected);
    const held = naive.verdicts.filter(({ verdict }) => verdict === 'flood_limit').length;
    ok(held > 0, 'expected alerts that were held back');
    const told = world.log.flatMap(({ event }) =>
      event.type === 'NoticePlanned' ? [event.data.heldBack] : [],
    );
    equal(
      told.reduce((sum, count) => sum + count, 0),
      held,
    );
  });
});
