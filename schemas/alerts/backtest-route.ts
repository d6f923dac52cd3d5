import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { instant } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { queryInstant } from '../http/sent-instant.ts';
import { backtestExample } from './backtest-example.ts';
import { resolveReasons } from './commands.ts';
import { ruleFields } from './parts.ts';
import { metrics } from './rule.ts';
import { changedRuleBody } from './rule-request.ts';

export const thresholdsMax = 20;
const comparedRules = 2;

/** A rule of the organization, one with other fields, or one that does not exist. */
export const triedRule = changedRuleBody.extend({
  id: z.guid().toLowerCase().optional().meta({
    description:
      'A rule of the organization. Alone: with the versions that it had. With other fields: as it is now, with these changes.',
  }),
});

export type TriedRule = z.output<typeof triedRule>;

const request = z.object({
  rule: triedRule.optional(),
  compare: z
    .array(triedRule)
    .length(comparedRules)
    .optional()
    .meta({ description: 'Two rules, in the place of `rule`.' }),
  sweep: z
    .object({ thresholds: z.array(z.number()).min(1).max(thresholdsMax) })
    .optional()
    .meta({ description: 'Tries `rule` with each of these thresholds.' }),
  from: queryInstant,
  to: queryInstant.optional().meta({ description: 'Now when absent.' }),
});

export const backtestTransition = z.object({
  /** The evaluator's time. */
  at: instant,
  event: z.enum(['triggered', 'resolved', 'evidence_amended']),
  rule_version: z.int(),
  /** The evaluated window; null: a user ended the rule. */
  window: z.object({ from: instant, to: instant }).nullable(),
  value: z.number().nullable(),
  /** Of the value, where a condition beside the rule's own fired (`match` `any`). */
  metric: z.enum(metrics).optional(),
  /** Entry spans in the window, of a trigger and of amended evidence. */
  samples: z.int().nullable(),
  reason: z.enum(resolveReasons).nullable(),
  message: z.string().nullable(),
});

export const backtestNotice = z.object({
  at: instant,
  why: z.enum(['first', 'resolved']),
  channel_id: z.string(),
  channel_name: z.string(),
  /** A silence would have held it. */
  silenced: z.boolean(),
});

export const backtestResult = z.object({
  /** Null: a rule that does not exist, or one with other fields. */
  rule_id: z.string().nullable(),
  name: z.string(),
  alert_type: ruleFields.alert_type,
  metric: ruleFields.metric,
  operator: ruleFields.operator,
  threshold: z.number(),
  transitions: z.array(backtestTransition),
  /** Of all, also those that are left out here. */
  transitions_total: z.int(),
  alerts: z.int(),
  minutes: z.object({
    ok: z.number(),
    pending: z.number(),
    firing: z.number(),
    /** There was no data, and the rule kept its state. */
    no_data: z.number(),
    /** The rule was not there, or disabled, or nothing is known. */
    off: z.number(),
  }),
  notices: z.array(backtestNotice),
  notices_total: z.int(),
});

export const backtestRoute = {
  name: 'backtestAlertRules',
  method: 'POST',
  path: '/v1/alert-rules/backtest',
  role: 'query-api',
  keys: keysFor.reading,
  domain: true,
  body: 'json',
  request,
  response: z.object({
    success: z.literal(true),
    from: instant,
    to: instant,
    /** How far the log is evaluated; earlier than `to` when nothing later is known. */
    evaluated_up_to: instant.nullable(),
    results: z.array(backtestResult),
  }),
  summary:
    'Evaluates alert rules on recorded history, with the same evaluation as live, and reports what they would have done. Nothing is changed and no notice is sent.',
  example: backtestExample,
  statuses: [200, 400, 404, 410, 413, 415, 429],
} as const satisfies Route;
