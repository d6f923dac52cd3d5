import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { triageItemBody } from '../../projections/triage/item-body.ts';
import { inboxOf, type TriageItemRow, triageInbox } from '../../projections/triage/triage-inbox.ts';
import { alertStream } from '../../schemas/alerts/ids.ts';
import type { Command } from '../../schemas/commands/command.ts';
import { minuteMs } from '../../schemas/durations.ts';
import type { DomainEvent } from '../../schemas/events/event.ts';
import { type TriageItemId, triageItemId } from '../../schemas/triage/ids.ts';
import { adopt, alertCommand, owner, raise, resolve, ruleId, ruleWith } from '../support/alerts.ts';
import { openDecidedStreams } from '../support/decided-streams.ts';
import { recordedAt } from '../support/given.ts';
import { holds } from '../support/property.ts';
import { triageCommand } from '../support/triage.ts';
import { openTriageModel, type TriageStep } from '../support/triage-model.ts';

const startMs = 1_000 * minuteMs;

const action = fc.constantFrom('acknowledge', 'investigate', 'resolve', 'snooze', 'snooze');
const step: fc.Arbitrary<TriageStep> = fc.record({
  do: fc.oneof(
    { arbitrary: fc.constantFrom('raise', 'recover'), weight: 2 },
    { arbitrary: action, weight: 3 },
  ),
  after: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constantFrom(29, 30, 31, 119, 120)),
  minutes: fc.integer({ min: 1, max: 90 }),
  item: fc.constantFrom(0, 0, 0, 1),
}) as fc.Arbitrary<TriageStep>;

const rowKey = inboxOf(owner);

/** The deciders of alerts and items, with the rows that the projection makes of their events. */
function openWorld() {
  const rows = new Map<string, TriageItemRow>();
  const project = (event: DomainEvent): void => {
    if (triageInbox.types === 'all' || !triageInbox.types.has(event.type)) return;
    const own = event as Parameters<typeof triageInbox.project>[1];
    for (const key of triageInbox.keys(own, recordedAt(0))) {
      const row = triageInbox.project(rows.get(key), own, key, recordedAt(0));
      if (row !== undefined) rows.set(key, row);
    }
  };
  const world = openDecidedStreams(project);
  const rule = ruleWith({ severity: 'critical', cooldownMinutes: 0 });
  world.take(alertCommand('CreateAlertRule', { organizationId: owner, rule }));
  world.take(adopt());
  /** The oldest first; keys are newest first. */
  const items = (): TriageItemRow[] =>
    [...rows.entries()]
      .filter(([key]) => key.startsWith(rowKey))
      .toSorted(([left], [right]) => (left < right ? 1 : -1))
      .map(([, row]) => row);
  return { ...world, items };
}

const nobody = triageItemId('00000000-0000-5000-8000-000000000000');

function commandOf(given: TriageStep, of: TriageItemId, atMs: number): Command {
  switch (given.do) {
    case 'raise':
      return raise(atMs);
    case 'recover':
      return resolve(atMs);
    case 'acknowledge':
      return triageCommand('AcknowledgeTriageItem', {}, { atMs, of });
    case 'investigate':
      return triageCommand('InvestigateTriageItem', {}, { atMs, of });
    case 'resolve':
      return triageCommand('ResolveTriageItem', {}, { atMs, of });
    case 'snooze':
      return triageCommand(
        'SnoozeTriageItem',
        { durationMs: given.minutes * minuteMs },
        { atMs, of },
      );
  }
}

describe('The items of a rule, whatever users and the evaluator do', () => {
  it('have the status and the escalation level of the naive model', () =>
    holds(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), steps => {
        const [model, world] = [openTriageModel(), openWorld()];
        let now = startMs / minuteMs;
        for (const given of steps) {
          now += given.after;
          const of = world.items().at(-1 - given.item)?.itemId ?? nobody;
          const hasChanged = world.take(commandOf(given, of, now * minuteMs));
          const isAction = given.do !== 'raise' && given.do !== 'recover';
          equal(isAction && hasChanged, model.take(given, now));
          for (const later of [0, 29, 30, 120]) {
            const shown = world.items().map(row => {
              const body = triageItemBody(row, (now + later) * minuteMs);
              return { status: body.status, level: body.escalation_level };
            });
            deepEqual(shown, model.read(now + later));
          }
          const isFiring = world.typesOf(alertStream(ruleId)).at(-1) === 'AlertTriggered';
          equal(isFiring, model.isFiring());
        }
      }),
      1_500,
    ));
});
