import { randomUUID } from 'node:crypto';
import type { AlertCommand, ResolveReason } from '../../schemas/alerts/commands.ts';
import type { Evidence } from '../../schemas/alerts/evidence.ts';
import { alertRuleId, alertRuleStream } from '../../schemas/alerts/ids.ts';
import type { AlertRule } from '../../schemas/alerts/rule.ts';
import { type Command, commandVersion } from '../../schemas/commands/command.ts';
import { commandId, organizationId } from '../../schemas/ids.ts';

export const owner = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
export const ruleId = alertRuleId('7d6c2f6e-9d0b-5f0e-8a51-5f1d2f7f2a01');

/** A rule as `POST /v1/alert-rules` makes it of the least that a client may send. */
export const ruleWith = (fields: Partial<AlertRule> = {}): AlertRule => ({
  name: 'Errors',
  alertType: 'threshold',
  metric: 'error_rate',
  operator: '>',
  threshold: 5,
  scope: { type: 'global' },
  windowMinutes: 5,
  cooldownMinutes: 5,
  forMinutes: 0,
  minSamples: 1,
  noData: 'resolve',
  severity: 'warning',
  enabled: true,
  channelIds: [],
  ...fields,
});

/** What an evaluator sends of a window that ends at `toMs`. */
export const evidenceAt = (toMs: number, fields: Partial<Evidence> = {}): Evidence => ({
  ruleVersion: 1,
  window: { fromMs: toMs - 300_000, toMs },
  serviceName: '',
  samples: 40,
  late: 0,
  errors: 5,
  p95Ms: 120,
  exemplars: [],
  log: [{ topic: 'windows', partition: 0, first: 1, last: 9 }],
  ...fields,
});

type AlertCommandOf<Type> = Extract<AlertCommand, { readonly type: Type }>;
type Data<Type> = AlertCommandOf<Type> extends { readonly data: infer D } ? D : never;

/** A command about the rule, from its organization. */
export const alertCommand = <Type extends AlertCommand['type']>(
  type: Type,
  data: Omit<Data<Type>, 'ruleId'>,
  { atMs = 0, by = owner }: { atMs?: number; by?: typeof owner } = {},
): Command<AlertCommandOf<Type>> => {
  const envelope = {
    id: commandId(randomUUID()),
    version: commandVersion,
    stream: alertRuleStream(ruleId),
    organizationId: by,
    atMs,
    correlationId: 'test',
    actor: 'test',
    requestHash: 'request',
  };
  return { type, data: { ruleId, ...data }, ...envelope } as unknown as Command<
    AlertCommandOf<Type>
  >;
};

const evaluation = (toMs: number) => ({
  windowFromMs: toMs - 300_000,
  windowToMs: toMs,
  tickMs: toMs,
});

export const raise = (
  toMs: number,
  ruleVersion = 1,
  { value = 12.5, rule }: { readonly value?: number | null; readonly rule?: AlertRule } = {},
) =>
  alertCommand(
    'RaiseAlert',
    {
      ...evaluation(toMs),
      value,
      ruleVersion,
      ...(rule && { rule }),
      evidence: evidenceAt(toMs, { ruleVersion }),
    },
    { atMs: toMs },
  );

export const resolve = (toMs: number, reason: ResolveReason = 'recovered') =>
  alertCommand('ResolveAlert', { ...evaluation(toMs), value: 1, reason }, { atMs: toMs });

export const adopt = (ruleVersion = 1) =>
  alertCommand('AdoptAlertRule', {
    ruleVersion,
    tickMs: 1_000,
    position: { partition: 2, offset: 40 },
  });
