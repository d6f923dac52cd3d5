import { alertRuleId } from '../../../schemas/alerts/ids.ts';
import type { RequestOf } from '../../../schemas/http/routes.ts';
import { sentInstantMs } from '../../../schemas/http/sent-instant.ts';
import type { SilenceChanges } from '../../../schemas/silences/commands.ts';
import type { Recurrence, Silence, SilenceScope } from '../../../schemas/silences/silence.ts';

/** The silence of a request, which begins now unless the request names another instant. */
export const silenceOf = (sent: RequestOf<'createSilence'>, nowMs: number): Silence => ({
  scope: scopeOf(sent),
  fromMs: sent.from === undefined ? nowMs : sentInstantMs(sent.from),
  untilMs: sentInstantMs(sent.until),
  ...(sent.recurrence !== undefined && { recurrence: recurrenceOf(sent.recurrence) }),
  reason: sent.reason,
});

/** What a request names of the silence; `before`: its scope, of which a request may name a part. */
export function changesOf(sent: RequestOf<'changeSilence'>, before: SilenceScope): SilenceChanges {
  const { from, until, reason, recurrence } = sent;
  const kept = { rule_id: before.ruleId, service: before.service, severity: before.severity };
  const named = Object.fromEntries(
    Object.entries({
      rule_id: sent.rule_id,
      service: sent.service,
      severity: sent.severity,
    }).filter(([, value]) => value !== undefined),
  );
  return {
    scope: scopeOf({ ...kept, ...named }),
    ...(from !== undefined && { fromMs: sentInstantMs(from) }),
    ...(until !== undefined && { untilMs: sentInstantMs(until) }),
    ...(recurrence !== undefined && { recurrence: recurrence && recurrenceOf(recurrence) }),
    ...(reason !== undefined && { reason }),
  };
}

const recurrenceOf = ({
  cron,
  duration_minutes: durationMinutes,
  timezone,
}: NonNullable<RequestOf<'createSilence'>['recurrence']>): Recurrence => ({
  cron,
  durationMinutes,
  timezone,
});

type SentScope = {
  readonly [Name in 'rule_id' | 'service' | 'severity']?:
    | RequestOf<'changeSilence'>[Name]
    | undefined;
};

const scopeOf = ({ rule_id: ruleId, service, severity }: SentScope): SilenceScope => ({
  ...(ruleId && { ruleId: alertRuleId(ruleId) }),
  ...(service && { service }),
  ...(severity && { severity }),
});
