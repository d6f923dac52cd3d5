import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { alertMessage } from '../../../../domain/alerts/message.ts';
import type { Transition } from '../../../../domain/alerts/replay/transition.ts';
import { asFired } from '../../../../domain/alerts/rule.ts';
import type { AlertHistoryRow } from '../../../../projections/alerts/alert-history.ts';
import { lateTickMs } from '../../../../schemas/alerts/evidence.ts';
import type { provedField } from '../../../../schemas/alerts/proof-route.ts';
import type { Json } from '../../../../schemas/json.ts';
import { figuresOf, instantOf } from '../figures.ts';

type Fired = Extract<Transition, { readonly type: 'triggered' }>;
type Fields = Readonly<Record<string, Json>>;
export type ProvedField = z.output<typeof provedField>;

/** Each field of an alert beside what it is when it is computed once more; undefined: it does not fire. */
export function compareAlert(alert: AlertHistoryRow, fired: Fired | undefined): ProvedField[] {
  const recorded = recordedFields(alert);
  const recomputed = fired === undefined ? {} : recomputedFields(fired, alert.triggeredAtMs);
  return Object.entries(recorded).map(([field, value]) => {
    const again = recomputed[field] ?? null;
    const match = fired !== undefined && isDeepStrictEqual(value, again);
    return { field, recorded: value, recomputed: again, match };
  });
}

/** Those of the alert itself, and then of its evidence. */
const recordedFields = (alert: AlertHistoryRow): Fields =>
  fieldsOf({ ...alert, version: alert.ruleVersion, late: alert.late ?? false });

/** Whether it came late follows from the instant of its event. */
const recomputedFields = (fired: Fired, triggeredAtMs: number): Fields =>
  fieldsOf({
    ...fired,
    rule: asFired(fired.rule, fired.condition),
    message: alertMessage(fired.rule, fired.value, fired),
    late: triggeredAtMs - fired.tickMs > lateTickMs,
  });

type Compared = Pick<
  Fired,
  'version' | 'window' | 'tickMs' | 'value' | 'evidence' | 'cooldownEndsAtMs'
> &
  Pick<AlertHistoryRow, 'rule' | 'message'> & { readonly late: boolean };

function fieldsOf({ rule, window, evidence, ...alert }: Compared): Fields {
  const { scope } = rule;
  return {
    rule_version: alert.version,
    name: rule.name,
    severity: rule.severity,
    alert_type: rule.alertType,
    metric: rule.metric,
    operator: rule.operator,
    threshold: rule.threshold,
    scope_type: scope.type,
    scope_value: scope.type === 'service' ? scope.service : null,
    message: alert.message,
    current_value: alert.value,
    'window.from': instantOf(window.fromMs),
    'window.to': instantOf(window.toMs),
    evaluated_at: instantOf(alert.tickMs),
    cooldown_ends_at: instantOf(alert.cooldownEndsAtMs),
    late: alert.late,
    ...prefixed(figuresOf(evidence)),
  };
}

const prefixed = (figures: object): Fields =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [`evidence.${name}`, value as Json]),
  );
