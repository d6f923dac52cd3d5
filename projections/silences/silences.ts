import { holdsUntilMs } from '../../domain/silences/silence.ts';
import { dayMs } from '../../schemas/durations.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { SilenceEvent } from '../../schemas/silences/events.ts';
import type { SilenceId } from '../../schemas/silences/ids.ts';
import { silenceId, silenceStream } from '../../schemas/silences/ids.ts';
import type { SilenceBody } from '../../schemas/silences/routes.ts';
import type { Recurrence, Silence } from '../../schemas/silences/silence.ts';
import type { Projection } from '../engine/projection.ts';
import type { Resource } from '../engine/resource.ts';

export type SilenceRow = Silence & {
  readonly silenceId: SilenceId;
  readonly organizationId: OrganizationId;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
  /** A user ended it. */
  readonly endedAtMs?: number;
};

export const silenceKey = (organizationId: OrganizationId, silenceId: SilenceId | ''): string =>
  `${organizationId}/${silenceId}`;

/** As long as the history of alerts, whose notices they held. */
const keptMs = 396 * dayMs;

/** By organization and silence. */
export const silences: Projection<SilenceRow, EventOf<SilenceEvent['type']>> = {
  name: 'silences',
  version: 1,
  types: new Set(['SilenceStarted', 'SilenceChanged', 'SilenceEnded']),
  keys: ({ data }) => [silenceKey(data.organizationId, data.silenceId)],
  project: (row, { type, data, atMs }) => {
    switch (type) {
      case 'SilenceStarted':
        return { ...settingsOf(data), createdAtMs: row?.createdAtMs ?? atMs, changedAtMs: atMs };
      case 'SilenceChanged':
        return row && changedRow(row, { data, atMs });
      case 'SilenceEnded':
        return row && { ...row, changedAtMs: atMs, endedAtMs: atMs };
    }
  },
  retention: { ms: keptMs, endedAtMs: row => row.endedAtMs ?? row.untilMs },
};

/** The event has all of the silence, so a recurrence that it lacks is over. */
export function changedRow(
  { recurrence: _, ...row }: SilenceRow,
  { data, atMs }: Pick<EventOf<'SilenceChanged'>, 'data' | 'atMs'>,
): SilenceRow {
  return { ...row, ...settingsOf(data), changedAtMs: atMs };
}

const settingsOf = ({ restoredFrom: _, ...silence }: EventOf<'SilenceStarted'>['data']) => silence;

/** A silence ends by time alone; a user may end it before. Between two occurrences it is scheduled. */
export function silenceStatus(row: SilenceRow, atMs: number): SilenceBody['status'] {
  if (row.endedAtMs !== undefined || row.untilMs <= atMs) return 'ended';
  return holdsUntilMs(row, atMs) === undefined ? 'scheduled' : 'active';
}

/** A silence as clients read it at an instant. */
export function silenceBody(row: SilenceRow, atMs: number): SilenceBody {
  const { scope, endedAtMs, recurrence } = row;
  return {
    id: row.silenceId,
    rule_id: scope.ruleId ?? null,
    service: scope.service ?? null,
    severity: scope.severity ?? null,
    from: new Date(row.fromMs).toISOString(),
    until: new Date(row.untilMs).toISOString(),
    recurrence: recurrence === undefined ? null : recurrenceBody(recurrence),
    reason: row.reason,
    status: silenceStatus(row, atMs),
    ended_at: endedAtMs === undefined ? null : new Date(endedAtMs).toISOString(),
    created_at: new Date(row.createdAtMs).toISOString(),
    updated_at: new Date(row.changedAtMs).toISOString(),
  };
}

const recurrenceBody = ({ cron, durationMinutes, timezone }: Recurrence) => ({
  cron,
  duration_minutes: durationMinutes,
  timezone,
});

export const silenceResource: Resource<SilenceRow, SilenceId> = {
  name: 'silence',
  id: silenceId,
  stream: silenceStream,
  projection: silences,
  key: silenceKey,
};
