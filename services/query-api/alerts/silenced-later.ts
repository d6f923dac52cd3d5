import { silences as holds, type Silenceable } from '../../../domain/silences/silence.ts';
import type { AlertHistoryRow } from '../../../projections/alerts/alert-history.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { type SilenceRow, silenceKey, silences } from '../../../projections/silences/silences.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { turnOf } from '../bounds/in-turns.ts';
import { keyedRowsOf } from '../bounds/rows.ts';
import { alertReadLimits } from './config.ts';

type Silenced = ResponseOf<'getAlert'>['silenced_later'];

/**
 * The silence that holds an alert which it did not hold when that fired: it was created or changed afterwards. What was sent
 * then stays as it is recorded. Null: there is none.
 */
export async function silencedLater(
  alert: AlertHistoryRow,
  state: DomainState,
  { get, positionAt }: Pick<Projections, 'get' | 'positionAt'>,
): Promise<Silenced> {
  const { organizationId, triggeredAtMs: atMs } = alert;
  const firedAt = positionAt(atMs);
  const places = { prefix: silenceKey(organizationId, ''), max: alertReadLimits.silencesMax };
  for await (const { key, row } of keyedRowsOf(state, silences, places, turnOf(organizationId))) {
    if (!isHeld(row, alert)) continue;
    const then = get(silences, key, firedAt);
    if (then === undefined || !isHeld(then, alert)) return bodyOf(row);
  }
  return null;
}

const isHeld = (row: SilenceRow, { triggeredAtMs: atMs, ...alert }: AlertHistoryRow): boolean =>
  (row.endedAtMs === undefined || row.endedAtMs > atMs) && holds(row, silenceableOf(alert), atMs);

const silenceableOf = ({
  ruleId,
  rule,
}: Pick<AlertHistoryRow, 'ruleId' | 'rule'>): Silenceable => ({
  ruleId,
  service: rule.scope.type === 'service' ? rule.scope.service : undefined,
  severity: rule.severity,
});

const bodyOf = ({ silenceId, reason, fromMs, untilMs }: SilenceRow): Silenced => ({
  silence_id: silenceId,
  reason,
  from: new Date(fromMs).toISOString(),
  until: new Date(untilMs).toISOString(),
});
