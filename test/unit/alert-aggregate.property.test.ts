import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { alertRuleStream, alertStream } from '../../schemas/alerts/ids.ts';
import type { Command } from '../../schemas/commands/command.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import type { StreamName } from '../../schemas/ids.ts';
import type { AggregateState } from '../../services/decider/core/aggregate.ts';
import { evolve } from '../../services/decider/core/features.ts';
import { type AlertStep, openAlertModel } from '../support/alert-model.ts';
import { adopt, alertCommand, owner, raise, resolve, ruleId, ruleWith } from '../support/alerts.ts';
import { decideOn, toEvent } from '../support/given.ts';
import { holds } from '../support/property.ts';

/** Two minutes: a cooldown of one is over for half of them. */
const at = fc.integer({ min: 1, max: 12 });
/** Most of what is sent names a version that decides. */
const version = fc.constantFrom(1, 1, 1, 2, 2, 3);
const steps = fc.array(
  fc.oneof(
    { arbitrary: fc.record({ do: fc.constant('raise' as const), at, version }), weight: 16 },
    { arbitrary: fc.record({ do: fc.constant('resolve' as const), at }), weight: 12 },
    { arbitrary: fc.record({ do: fc.constant('adopt' as const), version }), weight: 4 },
    {
      arbitrary: fc.record({
        do: fc.constant('cooldown' as const),
        minutes: fc.integer({ min: 0, max: 3 }),
      }),
      weight: 1,
    },
    { arbitrary: fc.constant({ do: 'toggle' as const }), weight: 1 },
    { arbitrary: fc.constant({ do: 'delete' as const }), weight: 1 },
  ),
  { maxLength: 60, size: 'max' },
);

const tenSecondsMs = 10_000;

function commandOf(step: AlertStep, minutesOf: ReadonlyMap<number, number>): Command {
  switch (step.do) {
    case 'adopt':
      return adopt(step.version);
    case 'raise':
      return raise(step.at * tenSecondsMs, step.version, {
        rule: ruleWith({ cooldownMinutes: minutesOf.get(step.version) ?? 0 }),
      });
    case 'resolve':
      return resolve(step.at * tenSecondsMs);
    case 'cooldown':
      return alertCommand('ChangeAlertRule', { changes: { cooldownMinutes: step.minutes } });
    case 'toggle':
      return alertCommand('ToggleAlertRule', {});
    case 'delete':
      return alertCommand('DeleteAlertRule', {});
  }
}

/** Decides one command after the other and keeps what follows. */
function openWorld() {
  const states = new Map<StreamName, AggregateState | undefined>();
  const facts: EventPayload[] = [];
  const apply = (stream: StreamName, fact: EventPayload, atMs: number): void => {
    facts.push(fact);
    states.set(stream, evolve(stream, states.get(stream), toEvent(fact, atMs)));
  };
  apply(
    alertRuleStream(ruleId),
    {
      type: 'AlertRuleCreated',
      data: {
        organizationId: owner,
        ruleId,
        version: 1,
        rule: ruleWith({ cooldownMinutes: 1 }),
      },
    },
    0,
  );
  return {
    facts,
    take: (command: Command): void => {
      const decision = decideOn(command, states);
      for (const { stream, facts: own } of decision.kind === 'accepted' ? decision.appends : [])
        for (const fact of own) apply(stream, fact, command.atMs);
    },
    /** As a decider begins that reads only the last event. */
    forgetAllButCarried: (): void => {
      const carried = JSON.parse(JSON.stringify(states.get(alertStream(ruleId)) ?? null));
      states.set(alertStream(ruleId), carried ?? undefined);
    },
  };
}

describe('The alert of a rule, whatever its evaluator and its user do', () => {
  it('fires and resolves as the naive model does', () =>
    holds(
      fc.property(steps, given => {
        const [model, world] = [openAlertModel(), openWorld()];
        for (const step of given) {
          model.take(step);
          world.take(commandOf(step, model.minutesOf));
          world.forgetAllButCarried();
        }
        const fired = world.facts.filter(fact => fact.type === 'AlertTriggered');
        deepEqual(
          fired.map(({ data }) => data.window.toMs / tenSecondsMs),
          model.fired.map(({ from }) => from),
        );
        const resolved = world.facts.filter(fact => fact.type === 'AlertResolved');
        deepEqual(
          resolved.map(({ data }) => data.window && data.window.toMs / tenSecondsMs),
          model.fired
            .filter(({ until }) => until !== undefined)
            .map(({ from, until }) => (until === from ? null : until)),
        );
        expectPairs(world.facts);
      }),
      2_000,
    ));
});

/** Each alert has an id of its own, and ends before the next begins. */
function expectPairs(facts: readonly EventPayload[]): void {
  let open: string | undefined;
  const seen = new Set<string>();
  for (const { type, data } of facts) {
    if (type === 'AlertTriggered') {
      equal(open, undefined);
      ok(!seen.has(data.alertId));
      seen.add(data.alertId);
      open = data.alertId;
    }
    if (type === 'AlertResolved') {
      equal(data.alertId, open);
      open = undefined;
    }
  }
}
