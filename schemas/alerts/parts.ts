import { z } from 'zod';
import { instant, optionalNullable, serviceNameCharactersMax } from '../http/parts.ts';
import { filled, line, wholeText } from '../http/text.ts';
import { aggregations } from '../metrics/routes.ts';
import { overflowService } from '../telemetry/window-record.ts';
import { isUuid } from '../uuid.ts';
import { resolveReasons } from './commands.ts';
import { evaluationOutcomes } from './evaluation.ts';
import {
  alertTypes,
  burnPairNames,
  conditionMatches,
  metrics,
  moreConditionsMax,
  noDataPolicies,
  operators,
  severities,
} from './rule.ts';

const minutesMax = 1_440;
const nameCharactersMax = 200;
const descriptionCharactersMax = 2_000;
const channelsMax = 100;
const samplesMax = 1_000_000_000;

const scopeValue = line(serviceNameCharactersMax)
  .regex(/^$|\S/u, 'expected more than blanks')
  // Services past the limit of an organization are counted together; they have no rules.
  .refine(name => name !== overflowService, 'expected the name of one service')
  .nullish()
  .transform(name => (name === '' ? undefined : name))
  .meta({
    description: `One service, so not \`${overflowService}\`. Needed where \`scope_type\` is \`service\`; empty counts as absent.`,
  });

const metricNameCharactersMax = 255;
const metricName = filled(line(metricNameCharactersMax));
const otlpMetric = z
  .templateLiteral(['otlp:', z.string()])
  .refine(
    text => metricName.safeParse(text.slice('otlp:'.length)).success,
    `expected otlp: and a name of at most ${metricNameCharactersMax} characters in one line`,
  );
const burnMetric = z
  .templateLiteral(['slo_burn_', z.enum(burnPairNames), ':', z.string()])
  .refine(
    text => isUuid(text.slice(text.indexOf(':') + 1)),
    'expected slo_burn_fast: or slo_burn_slow: and the id of an objective',
  );
const filterAttributesMax = 5;
const filterText = line(200);
const isShortFilter = (filter: object): boolean =>
  Object.keys(filter).length <= filterAttributesMax;

const condition = {
  metric: z.enum(metrics),
  operator: z.enum(operators),
  threshold: z.number(),
} as const;

const timeWindow = z.int().min(1).max(minutesMax);

const sentCondition = z.object({
  ...condition,
  time_window: optionalNullable(timeWindow).meta({
    description: 'Minutes; that of the rule when absent.',
  }),
});

/** Of a rule, as clients send it. Null counts as absent where a field has a default. */
export const ruleFields = {
  name: filled(wholeText(nameCharactersMax)),
  description: wholeText(descriptionCharactersMax),
  alert_type: z.enum(alertTypes),
  metric: z.union([z.enum(metrics), otlpMetric, burnMetric]).meta({
    description:
      'A metric of requests; `otlp:` and the name of an OTLP metric; or `slo_burn_fast:` (over 1 h and 5 m) or `slo_burn_slow:` (over 6 h and 30 m) and the id of an objective, for the lower burn rate of both windows.',
  }),
  aggregation: z
    .enum(aggregations)
    .meta({ description: 'Which figure of an OTLP metric; `avg` when absent.' }),
  filter: z
    .record(filterText, filterText)
    .refine(isShortFilter, `expected at most ${filterAttributesMax} attributes`)
    .meta({
      description: 'Attributes that the points of an OTLP metric must have, with their values.',
    }),
  operator: z.enum(operators),
  threshold: z.number(),
  scope_type: z.enum(['global', 'service']),
  scope_value: scopeValue,
  conditions: z.array(sentCondition).max(moreConditionsMax).meta({
    description: "Beside the rule's own condition, over the same services.",
  }),
  match: z.enum(conditionMatches).meta({
    description: 'Whether all conditions must hold, or any.',
  }),
  time_window: timeWindow,
  cooldown: z.int().min(0).max(minutesMax),
  for_minutes: z.int().min(0).max(minutesMax),
  recovery_threshold: z.number(),
  min_samples: z.int().min(1).max(samplesMax),
  no_data: z.enum(noDataPolicies),
  severity: z.enum(severities),
  enabled: z.boolean(),
  channel_ids: z
    .array(z.string())
    .max(channelsMax)
    .meta({ description: 'Channels of the organization; every enabled one without any.' }),
} as const;

export const ruleBody = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  alert_type: ruleFields.alert_type,
  metric: ruleFields.metric,
  /** Of an OTLP metric; else null. */
  aggregation: ruleFields.aggregation.nullable(),
  filter: ruleFields.filter.nullable(),
  operator: ruleFields.operator,
  threshold: z.number(),
  /** Beside that of the rule itself; `time_window` is null where it is the rule's. */
  conditions: z.array(z.object({ ...condition, time_window: z.int().nullable() })),
  match: ruleFields.match,
  scope_type: ruleFields.scope_type,
  /** The service; null for a global rule. */
  scope_value: z.string().nullable(),
  /** Minutes. */
  time_window: z.int(),
  cooldown: z.int(),
  for_minutes: z.int(),
  recovery_threshold: z.number(),
  min_samples: z.int(),
  no_data: ruleFields.no_data,
  severity: ruleFields.severity,
  enabled: z.boolean(),
  channel_ids: z.array(z.string()),
  version: z.int(),
  status: z.enum(['firing', 'quiet']),
  created_at: instant,
  updated_at: instant,
  last_triggered_at: instant.nullable(),
  /** The hour in which the latest span of its service ended. Null: there is none, the rule is global, or it is not known now. */
  last_data_at: instant.nullable(),
  /** Why the rule may never fire: its service never sent a span. */
  warning: z.string().nullable(),
});

export type RuleBody = z.infer<typeof ruleBody>;

/** What users set of a rule. */
export const ruleSettings = ruleBody.omit({
  id: true,
  version: true,
  status: true,
  created_at: true,
  updated_at: true,
  last_triggered_at: true,
  last_data_at: true,
  warning: true,
});

const window = z.object({ from: instant, to: instant });

/** Evidence as clients read it. */
const figures = z.object({
  rule_version: z.int(),
  window,
  service_name: z.string(),
  samples: z.int(),
  late: z.int(),
  errors: z.int(),
  p50_ms: z.number().nullable(),
  p90_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
  p99_ms: z.number().nullable(),
  avg_ms: z.number().nullable(),
  exemplars: z.array(
    z.object({ trace_id: z.string(), duration_ms: z.number(), is_error: z.boolean() }),
  ),
  /** Records that the figures follow from: offsets, both included. */
  log: z.array(z.object({ topic: z.string(), partition: z.int(), first: z.int(), last: z.int() })),
  /** Of a rule with several conditions: what each saw, the rule's own first. */
  conditions: z
    .array(
      z.object({
        ...condition,
        metric: ruleFields.metric,
        window,
        value: z.number().nullable(),
        holds: z.boolean(),
        samples: z.int(),
      }),
    )
    .optional(),
});

export type Figures = z.infer<typeof figures>;

/** The evaluator's time when it is more than a minute behind the clock: what came since was not evaluated. Else null. */
export const staleSince = instant.nullable();

export const evaluationBody = z.object({
  /** End of the evaluated window. */
  window_to: instant,
  rule_version: z.int(),
  /** The evaluator's time: everything received before it was evaluated. */
  evaluated_up_to: instant,
  status: z.enum(['evaluated', 'skipped', 'late']),
  /** Why it was skipped. */
  reason: z.string().nullable(),
  outcome: z.enum(evaluationOutcomes),
  value: z.number().nullable(),
  samples: z.int(),
});

export const alertStatus = z.enum(['firing', 'resolved']);

export const alertBody = z.object({
  id: z.string(),
  rule_id: z.string(),
  /** The same as `rule_id`. */
  alert_rule_id: z.string(),
  rule_version: z.int(),
  name: z.string(),
  severity: ruleFields.severity,
  message: z.string(),
  /** '' for an alert of a global rule. */
  service_name: z.string(),
  alert_type: ruleFields.alert_type,
  metric: ruleFields.metric,
  operator: ruleFields.operator,
  threshold: z.number(),
  scope_type: ruleFields.scope_type,
  scope_value: z.string().nullable(),
  /** Null: the rule fired because there was no data. */
  current_value: z.number().nullable(),
  status: alertStatus,
  triggered_at: instant,
  resolved_at: instant.nullable(),
  resolve_reason: z.enum(resolveReasons).nullable(),
  resolved_value: z.number().nullable(),
  /** How long it has been firing, or fired: `2h 5m`. */
  duration: z.string(),
  duration_seconds: z.int(),
  /** The evaluated window in which it fired. */
  window,
  /** The evaluation was more than a minute behind the clock. */
  late: z.boolean(),
  /** The item of the triage inbox that it opened; null where there is none. */
  triage_item_id: z.string().nullable(),
});

const amendment = z.object({ amended_at: instant, before: figures, after: figures });

/** What an alert rests on, and what late spans changed of it. */
export const grounds = { evidence: figures, amendments: z.array(amendment) } as const;

export type AlertBody = z.infer<typeof alertBody>;

export const alertDetail = alertBody.extend({
  success: z.literal(true),
  ...grounds,
  timeline: z.array(
    z.object({
      at: instant,
      event: z.enum(['triggered', 'evidence_amended', 'resolved']),
      message: z.string(),
    }),
  ),
  /** A silence that was created or changed after the alert fired, and now holds its instant. What was sent then was sent. Null: there is none. */
  silenced_later: z
    .object({ silence_id: z.string(), reason: z.string(), from: instant, until: instant })
    .nullable(),
  acknowledged_at: instant.nullable(),
  time_to_acknowledge_seconds: z.int().nullable(),
  time_to_resolve_seconds: z.int().nullable(),
});
