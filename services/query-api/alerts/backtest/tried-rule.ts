import { changedRule } from '../../../../domain/alerts/changed-rule.ts';
import { conditionsFault, metricFault, recoversOutside } from '../../../../domain/alerts/rule.ts';
import { changesOf, ruleOf } from '../../../../domain/alerts/rule-of-request.ts';
import { expectValid } from '../../../../platform/http/faults.ts';
import { invalidRequest, notFound, parseRequest } from '../../../../platform/http/problem.ts';
import type { RecordedRule } from '../../../../projections/alerts/replay/rule-life.ts';
import type { DomainState } from '../../../../projections/engine/read/history.ts';
import { objectiveOfMetric, objectiveScope } from '../../../../projections/slos/rule-objective.ts';
import type { TriedRule } from '../../../../schemas/alerts/backtest-route.ts';
import { alertRuleId } from '../../../../schemas/alerts/ids.ts';
import type { AlertRule, AlertScope } from '../../../../schemas/alerts/rule.ts';
import { createdRuleBody } from '../../../../schemas/alerts/rule-request.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import type { Objective } from '../../../../schemas/slos/objective.ts';
import type { MeasureRecord } from '../../../../schemas/telemetry/window-record.ts';
import { readRecordedRule } from './recorded-rule.ts';

/** What one result is about. */
export type Tried = {
  readonly rule: AlertRule;
  /** Present: the rule is evaluated with the versions that it had. */
  readonly recorded?: RecordedRule;
  /** Of a rule that compares its burn rate, and was not evaluated in this form. */
  readonly objective?: Objective;
  /** Of a rule that was not evaluated in this form: what it would have measured. */
  readonly measures?: readonly MeasureRecord[];
};

const triedName = 'A rule that is tried';

/** A rule as a request sends it, in the field `within`. */
export type SentRule = { readonly sent: TriedRule; readonly within: string };

/** The rule of a request; `threshold`: in the place of its own. */
export async function triedRule(
  { sent, within }: SentRule,
  threshold: number | undefined,
  organizationId: OrganizationId,
  state: DomainState,
): Promise<Tried> {
  const { id, ...fields } = sent;
  const isChanged = threshold !== undefined || Object.values(fields).some(isGiven);
  const tried = (rule: AlertRule, scope: AlertScope | undefined): Tried => {
    const about = { metric: rule.metric, ...(scope && { scope }) };
    const own = expectValid(objectiveScope(organizationId, about, state), within);
    const { objective } = objectiveOfMetric(organizationId, rule.metric, state) ?? {};
    const whole = withThreshold(own === undefined ? rule : { ...rule, scope: own }, threshold);
    return { ...expectTried(whole), ...(objective && { objective }) };
  };
  if (id === undefined) {
    const rule = newRule(fields, within);
    return tried(rule, rule.scope);
  }
  const recorded = await readRecordedRule(organizationId, alertRuleId(id), state);
  const latest = recorded?.versions.at(-1)?.rule;
  if (recorded === undefined || latest === undefined)
    throw notFound(`there is no alert rule ${id}`);
  if (!isChanged) return { ...expectTried(latest), recorded };
  const changes = expectValid(changesOf(fields, latest), within);
  return tried({ ...changedRule(latest, changes), enabled: true }, changes.scope);
}

const isGiven = (value: unknown): boolean => value !== undefined;

function newRule(fields: Omit<TriedRule, 'id'>, within: string): AlertRule {
  const { metric, operator, threshold, name = triedName } = fields;
  if (metric === undefined || operator === undefined || threshold === undefined) {
    throw invalidRequest(
      'invalid rule: expected metric, operator and threshold, or the id of a rule',
    );
  }
  const sent = parseRequest(createdRuleBody, { ...fields, name }, [within]);
  return { ...expectValid(ruleOf(sent), within), enabled: true };
}

const withThreshold = (rule: AlertRule, threshold = rule.threshold): AlertRule => ({
  ...rule,
  threshold,
});

function expectTried(rule: AlertRule): Tried {
  if (!recoversOutside(rule)) {
    throw invalidRequest(
      `recovery_threshold lies on the wrong side of threshold ${rule.threshold}; send one on the other side`,
    );
  }
  const fault = metricFault(rule) ?? conditionsFault(rule);
  if (fault !== undefined) throw invalidRequest(fault);
  return { rule };
}
