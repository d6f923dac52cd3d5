import { hourMs, minuteMs } from '../../schemas/durations.ts';
import type { TriageAction, TriageSeverity, TriageStatus } from '../../schemas/triage/item.ts';

/** Statuses in which an action is possible; a resolved item stays resolved. */
const allowed: { readonly [Action in TriageAction]: readonly TriageStatus[] } = {
  acknowledge: ['open', 'snoozed'],
  investigate: ['open', 'acknowledged', 'snoozed'],
  resolve: ['open', 'acknowledged', 'investigating', 'snoozed'],
  snooze: ['open', 'acknowledged', 'investigating'],
};

export const isAllowed = (action: TriageAction, status: TriageStatus): boolean =>
  allowed[action].includes(status);

/** `status` is the stored one; an item has `snoozedUntilMs` only while it is stored as snoozed. */
export type StoredStatus = {
  readonly status: TriageStatus;
  readonly snoozedUntilMs?: number;
};

/** The status at an instant: from the end of its snooze on, an item is open. No event records that. */
export const statusAt = ({ status, snoozedUntilMs }: StoredStatus, nowMs: number): TriageStatus =>
  status === 'snoozed' && snoozedUntilMs !== undefined && nowMs >= snoozedUntilMs ? 'open' : status;

/** Ages of an item, from which on it has level 1, 2, … */
const escalations: { readonly [Severity in TriageSeverity]: readonly number[] } = {
  critical: [30 * minuteMs, 2 * hourMs],
  warning: [4 * hourMs, 24 * hourMs],
  info: [],
};

/** How urgent an open item is that nobody has acknowledged or investigated; 0 for every other item. */
export function escalationLevelAt(
  item: StoredStatus & {
    readonly severity: TriageSeverity;
    readonly openedAtMs: number;
    readonly acknowledgedAtMs?: number;
  },
  nowMs: number,
): number {
  if (item.acknowledgedAtMs !== undefined || statusAt(item, nowMs) !== 'open') return 0;
  const ageMs = nowMs - item.openedAtMs;
  return escalations[item.severity].filter(afterMs => ageMs >= afterMs).length;
}
