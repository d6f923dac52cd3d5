import { alertRuleId } from '../../../schemas/alerts/ids.ts';
import type { RequestOf } from '../../../schemas/http/routes.ts';
import type { Silence, SilenceScope } from '../../../schemas/silences/silence.ts';

/** The silence of a request, which begins now unless the request names another instant. */
export const silenceOf = (sent: RequestOf<'createSilence'>, nowMs: number): Silence => ({
  scope: scopeOf(sent),
  fromMs: sent.from === undefined ? nowMs : Date.parse(sent.from),
  untilMs: Date.parse(sent.until),
  reason: sent.reason,
});

/** What a request names of the silence; `before`: its scope, of which a request may name a part. */
export function changesOf(
  sent: RequestOf<'changeSilence'>,
  before: SilenceScope,
): Partial<Silence> {
  const { from, until, reason } = sent;
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
    ...(from !== undefined && { fromMs: Date.parse(from) }),
    ...(until !== undefined && { untilMs: Date.parse(until) }),
    ...(reason !== undefined && { reason }),
  };
}

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
