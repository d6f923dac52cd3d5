import { equal } from 'node:assert/strict';
import { sendCommand } from '../../platform/commands/send.ts';
import { randomUuid } from '../../platform/uuid.ts';
import type { AlertCommand, ResolveReason } from '../../schemas/alerts/commands.ts';
import type { Evidence } from '../../schemas/alerts/evidence.ts';
import { alertRuleId, alertRuleStream } from '../../schemas/alerts/ids.ts';
import type { AlertBody, RuleBody } from '../../schemas/alerts/parts.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { commandId, organizationId } from '../../schemas/ids.ts';
import { evidenceAt } from './alerts.ts';
import { checkedReader } from './checked-reader.ts';
import type { WholeTidemark } from './cluster.ts';
import { goFault } from './go-json.ts';
import { goStructs } from './go-structs.ts';
import { until } from './until.ts';

type Problem = { readonly error: string; readonly code: string };
type Body = Record<string, unknown> & Problem;

export type AlertCustomer = Awaited<ReturnType<typeof alertCustomer>>;

/** Somebody who manages rules over HTTP, and the evaluator of their organization. */
export async function alertCustomer(tidemark: WholeTidemark, name: string) {
  const email = `${name}-${randomUuid()}@example.org`;
  const reader = await checkedReader(tidemark, name, 'checkout', email);
  const { key } = reader;
  const call = callerOf(tidemark, key);
  const create = (fields: object = {}): Promise<RuleBody> => createRule(tidemark, key, fields);
  const get = async <Answer>(path: string): Promise<Answer> => {
    const { status, body, text } = await call('GET', path);
    equal(status, 200, text);
    return body as unknown as Answer;
  };
  return {
    email,
    reader,
    call,
    create,
    get,
    ...evaluatorOf(tidemark, reader.organization),
    rule: (id: string, query = '') => get<RuleBody>(`/v1/alert-rules/${id}${query}`),
    alert: (id: string, query = '') => get<ResponseOf<'getAlert'>>(`/v1/alerts/${id}${query}`),
    alerts: (query = '') => get<ResponseOf<'listAlerts'>>(`/v1/alerts${query}`),
    summary: async (query = '') =>
      (await get<ResponseOf<'alertSummary'>>(`/v1/alerts/summary${query}`)).summary,
    active: (query = '') => reader.read('activeAlerts', `/v1/alerts/active${query}`),
    history: (id: string, query = '') =>
      reader.read('alertRuleHistory', `/v1/alert-rules/${id}/history${query}`),
    /** The alert of a rule once it has this status. */
    alertOf: (id: string, status: AlertBody['status']) =>
      until(`an alert that is ${status}`, async () => {
        const { alerts } = await get<ResponseOf<'listAlerts'>>(`/v1/alerts?rule=${id}`);
        return alerts[0]?.status === status && alerts[0];
      }),
  };
}

/** Creates a rule, which Go must be able to decode. */
export async function createRule(
  tidemark: WholeTidemark,
  key: string,
  fields: object = {},
): Promise<RuleBody> {
  const post = callerOf(tidemark, key);
  const answer = await post('POST', '/v1/alert-rules', { ...leastRule, ...fields });
  equal(answer.status, 201, answer.text);
  equal(goFault(answer.text, goStructs.createAlertRule), undefined);
  const { success, ...rule } = answer.body as unknown as RuleBody & { readonly success: true };
  equal(success, true);
  return rule;
}

export const callerOf =
  ({ url }: WholeTidemark, key: string) =>
  async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text) as Body };
  };

/** The least that a client may send. */
export const leastRule = { name: 'Errors', metric: 'error_rate', operator: '>', threshold: 5 };

const tenSecondsMs = 10_000;

/** Sends what the evaluator sends. Windows are counted in tens of seconds up to the last whole ones. */
function evaluatorOf({ platform }: WholeTidemark, organization: string) {
  const send = (id: string, command: AlertCommand): Promise<void> =>
    sendCommand(
      command,
      {
        id: commandId(randomUuid()),
        stream: alertRuleStream(alertRuleId(id)),
        organizationId: organizationId(organization),
        atMs: Date.now(),
        correlationId: randomUuid(),
        actor: 'evaluator',
        requestHash: '',
      },
      platform,
    );
  const nowMs = Math.floor(Date.now() / tenSecondsMs) * tenSecondsMs;
  const evaluation = (id: string, window: number) => {
    const windowToMs = nowMs + window * tenSecondsMs;
    const ruleId = alertRuleId(id);
    return { ruleId, windowFromMs: windowToMs - 300_000, windowToMs, tickMs: Date.now() };
  };
  const evidence = (window: number, fields: Partial<Evidence> = {}): Evidence =>
    evidenceAt(nowMs + window * tenSecondsMs, fields);
  return {
    evidence,
    adopt: (id: string, ruleVersion = 1) =>
      send(id, {
        type: 'AdoptAlertRule',
        data: {
          ruleId: alertRuleId(id),
          ruleVersion,
          tickMs: Date.now(),
          position: { partition: 0, offset: 0 },
        },
      }),
    raise: (
      id: string,
      window: number,
      fields: { value?: number | null; ruleVersion?: number } = {},
    ) => {
      const { value = 12.5, ruleVersion = 1 } = fields;
      const data = { ...evaluation(id, window), value, ruleVersion };
      return send(id, {
        type: 'RaiseAlert',
        data: { ...data, evidence: evidence(window, { ruleVersion }) },
      });
    },
    resolve: (id: string, window: number, reason: ResolveReason = 'recovered') =>
      send(id, { type: 'ResolveAlert', data: { ...evaluation(id, window), value: 1.5, reason } }),
    amend: (id: string, before: Evidence, after: Evidence) =>
      send(id, {
        type: 'AmendAlertEvidence',
        data: { ruleId: alertRuleId(id), before, after },
      }),
  };
}
