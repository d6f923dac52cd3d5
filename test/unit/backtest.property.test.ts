import { deepEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { Transition } from '../../domain/alerts/replay/transition.ts';
import type { RuleVersion } from '../../projections/alerts/rule-versions.ts';
import type { AlertEvent } from '../../schemas/alerts/events.ts';
import type { AlertRuleId } from '../../schemas/alerts/ids.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import { compareAlert } from '../../services/query-api/alerts/proof/compare.ts';
import { type HistoryOptions, history, ruleIds, startMs } from '../support/evaluator-history.ts';
import { type NaiveEvent, naiveAlerts } from '../support/naive-alerts.ts';
import { changesOf } from '../support/naive-changes.ts';
import {
  areEndsKnownAtOnce,
  backtest,
  expectNoticed,
  firedAgain,
  lived,
  recordedOf,
  replayed,
  type Told,
  tampered,
  wrongIn,
} from '../support/past-again.ts';
import { holds, partOf } from '../support/property.ts';

/** A version of an earlier release, whose adoption does not say that counts fire while their window runs. */
function asAdoptedBefore({ adopted, ...version }: RuleVersion): RuleVersion {
  if (adopted === undefined) return version;
  const { tickMs, position } = adopted;
  return { ...version, adopted: { tickMs, position } };
}

const essence = (event: Transition | NaiveEvent) => {
  if ('windowToMs' in event) return { type: event.type, windowToMs: event.windowToMs };
  const window = event.type === 'amended' ? event.after.window : event.window;
  return { type: event.type, windowToMs: window?.toMs ?? null };
};

/** With several conditions: a rule is deleted by a clock far behind, and nobody adopts that. */
const brokenOff = -1_361_499_282;

/** A breach of a running count began after a resolution. */
const breachAfterEnd = 2_012_036_978;

describe('the proof of an alert', () => {
  const provesAll = (options: HistoryOptions) =>
    async function (this: Mocha.Context): Promise<void> {
      this.timeout(600_000);
      let proved = 0;
      await holds(
        fc.asyncProperty(fc.integer(), async seed => {
          const { world } = await history(seed, options);
          for (const recorded of ruleIds.map(ruleId => recordedOf(world, ruleId)))
            for (const alert of recorded.alerts) {
              const fired = await firedAgain(world, alert, recorded);
              deepEqual(wrongIn(compareAlert(alert, fired)), []);
              expectNoticed(alert, fired, tampered[proved++ % tampered.length] ?? ['', one => one]);
            }
        }),
        partOf(1_000),
        { examples: [[brokenOff], [breachAfterEnd]] },
      );
      ok(proved > partOf(500), String(proved));
    };

  it('matches for every alert of a life, and names the field that was changed', provesAll({}));

  it(
    'matches for every alert of rules with several conditions',
    provesAll({ hasConditions: true }),
  );
});

/** What fired and ended, in order, and what was amended: late spans may come between the wish of a user and the place at which it counts. */
const split = (told: readonly Told[]) => ({
  alerts: told.filter(({ type }) => type !== 'amended'),
  amended: told.filter(({ type }) => type === 'amended'),
});

const livedOf = (events: readonly unknown[], ruleId: AlertRuleId): Told[] =>
  events
    .map(event => event as EventOf<AlertEvent['type']>)
    .filter(({ data }) => data.ruleId === ruleId)
    .flatMap((event): Told[] => [lived(event) ?? []].flat());

describe('a backtest of a rule over its own life', () => {
  for (const hasMeasures of [false, true])
    it(`equals its live history where users are faster than deciders, and so do the proofs of its alerts${hasMeasures ? ', also of OTLP metrics' : ''}`, async function () {
      this.timeout(600_000);
      const counts = { triggered: 0, refused: 0, proved: 0 };
      await holds(
        fc.asyncProperty(fc.integer(), async seed => {
          const { world } = await history(seed, {
            hasRaces: true,
            hasMeasures,
            hasConditions: !hasMeasures && seed % 2 !== 0,
          });
          for (const ruleId of ruleIds) {
            const events = world.events
              .map(event => event as EventOf<AlertEvent['type']>)
              .filter(({ data }) => data.ruleId === ruleId);
            counts.refused += events.filter(({ type }) => type === 'AlertRefused').length;
            const recorded = recordedOf(world, ruleId);
            const transitions = backtest(world, recorded, {});
            counts.triggered += transitions.filter(({ type }) => type === 'triggered').length;
            deepEqual(
              split(transitions.map(replayed)),
              split(events.flatMap((event): Told[] => [lived(event) ?? []].flat())),
            );
            for (const alert of recorded.alerts) {
              deepEqual(wrongIn(compareAlert(alert, await firedAgain(world, alert, recorded))), []);
              counts.proved++;
            }
          }
        }),
        partOf(2_000),
      );
      ok(counts.refused > partOf(20) && counts.triggered > partOf(500), JSON.stringify(counts));
    });

  const equalsLive = (options: HistoryOptions) =>
    async function (this: Mocha.Context): Promise<void> {
      this.timeout(600_000);
      const counts = { triggered: 0, resolved: 0, amended: 0 };
      await holds(
        fc.asyncProperty(fc.integer(), async seed => {
          const { world, ends } = await history(seed, options);
          for (const ruleId of ruleIds) {
            const live = livedOf(world.events, ruleId);
            const recorded = recordedOf(world, ruleId);
            const transitions = backtest(world, recorded, {});
            for (const { type } of transitions) counts[type]++;
            const isOrdered = areEndsKnownAtOnce(recorded, ends.get(ruleId));
            const comparable = (told: readonly Told[]) => (isOrdered ? told : split(told));
            deepEqual(comparable(transitions.map(replayed)), comparable(live));
          }
        }),
        partOf(2_000),
        { examples: [[brokenOff]] },
      );
      ok(
        Object.values(counts).every(count => count > partOf(100)),
        JSON.stringify(counts),
      );
    };

  it(
    'equals its live history event for event, across crashes, reassignment, rule changes and differing clocks',
    equalsLive({}),
  );

  it(
    'equals its live history for rules with several conditions',
    equalsLive({ hasConditions: true }),
  );

  it('has the alerts of its time if it was adopted before counts fired while their window runs', async function () {
    this.timeout(600_000);
    let differing = 0;
    await holds(
      fc.asyncProperty(fc.integer(), async seed => {
        const { world, ends } = await history(seed);
        for (const ruleId of ruleIds) {
          const recorded = recordedOf(world, ruleId);
          if (!areEndsKnownAtOnce(recorded, ends.get(ruleId))) continue;
          const old = { ...recorded, versions: recorded.versions.map(asAdoptedBefore) };
          const changes = changesOf(world, ruleId, ends.get(ruleId) ?? []);
          const before = changes.map(change => ({ ...change, runningCounts: undefined }));
          const transitions = backtest(world, old, {}).map(essence);
          deepEqual(transitions, naiveAlerts('checkout', world.records, before).map(essence));
          const now = naiveAlerts('checkout', world.records, changes).map(essence);
          if (JSON.stringify(now) !== JSON.stringify(transitions)) differing++;
        }
      }),
      partOf(500),
    );
    ok(differing > partOf(10), String(differing));
  });

  it('goes on with a version that was adopted long before', async function () {
    this.timeout(600_000);
    let count = 0;
    await holds(
      fc.asyncProperty(
        fc.integer(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (seed, at) => {
          const { world } = await history(seed, { hasConditions: seed % 2 !== 0 });
          for (const ruleId of ruleIds) {
            const recorded = recordedOf(world, ruleId);
            const whole = backtest(world, recorded, {});
            const lastMs = whole.at(-1)?.tickMs ?? startMs;
            const fromMs = startMs + Math.floor(at * (lastMs - startMs));
            // What fired before is recorded; a breach may be as old as the rule waits, and is found again.
            const part = backtest(world, recorded, { fromMs: fromMs - 70_000 }).filter(
              ({ tickMs }) => tickMs >= fromMs,
            );
            count += part.length;
            deepEqual(
              part,
              whole.filter(({ tickMs }) => tickMs >= fromMs),
            );
          }
        },
      ),
      partOf(2_000),
    );
    ok(count > partOf(1_000), String(count));
  });
});
