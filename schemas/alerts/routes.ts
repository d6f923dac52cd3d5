import { z } from 'zod';
import { domainCommand, domainRead } from '../http/domain-routes.ts';
import {
  asOfQuery,
  cursorQuery,
  instant,
  limited,
  nextCursor,
  optionalNullable,
  paging,
  waitSeconds,
} from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { queryInstant } from '../http/sent-instant.ts';
import { restoreRoute, versionsRoute } from '../versions/routes.ts';
import { backtestRoute } from './backtest-route.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { examples } from './examples.ts';
import {
  alertBody,
  alertDetail,
  alertStatus,
  evaluationBody,
  grounds,
  ruleBody,
  ruleSettings,
  staleSince,
} from './parts.ts';
import { proofRoute } from './proof-route.ts';
import { severities } from './rule.ts';
import { changedRuleBody, createdRuleBody } from './rule-request.ts';

/** More than an organization may have: without a limit a list is complete. */
const rulesListed = { maximum: 2_000, preset: 2_000 };

const rulePath = '/v1/alert-rules/:id';
const byId = z.object({ id: z.string() });
const asOf = z.object(asOfQuery);
const versioned = { path: rulePath, a: 'an alert rule' } as const;

const rule = ruleBody.extend({ success: z.literal(true) });
const bySeverity = z.object({ critical: z.int(), warning: z.int(), info: z.int() });

export const alertRoutes = [
  {
    ...domainRead,
    name: 'listAlertRules',
    path: '/v1/alert-rules',
    query: z.object({
      ...asOfQuery,
      ...limited(rulesListed),
      ...cursorQuery,
      objective: z
        .guid()
        .toLowerCase()
        .optional()
        .meta({ description: 'Only rules about the burn rate of this objective.' }),
    }),
    response: z.object({ rules: z.array(ruleBody), total: z.int(), next_cursor: nextCursor }),
    summary: 'Lists the alert rules of the organization, the oldest first.',
    example: examples.listAlertRules,
    statuses: [200, 400, 410],
  },
  {
    ...domainCommand,
    name: 'createAlertRule',
    method: 'POST',
    path: '/v1/alert-rules',
    body: 'json',
    request: createdRuleBody,
    response: rule,
    summary: 'Creates an alert rule, which is evaluated from the next tick on.',
    example: examples.createAlertRule,
    statuses: [201, 400, 409, 413, 415],
  },
  {
    ...domainRead,
    name: 'getAlertRule',
    path: rulePath,
    params: byId,
    query: asOf,
    response: rule,
    summary: 'Gives one alert rule.',
    example: { response: examples.createAlertRule.response },
    statuses: [200, 400, 404, 410],
  },
  {
    ...domainCommand,
    name: 'changeAlertRule',
    method: 'PUT',
    path: rulePath,
    params: byId,
    body: 'json',
    request: changedRuleBody,
    response: rule,
    summary: 'Changes the fields of an alert rule that the body names.',
    example: examples.changeAlertRule,
    statuses: [200, 400, 404, 409, 413, 415],
  },
  {
    ...domainCommand,
    name: 'deleteAlertRule',
    method: 'DELETE',
    path: rulePath,
    params: byId,
    body: 'none',
    response: z.object({ success: z.literal(true), id: z.string() }),
    summary: 'Deletes an alert rule and resolves its alert.',
    example: examples.deleteAlertRule,
    statuses: [200, 404, 409],
  },
  {
    ...domainCommand,
    name: 'toggleAlertRule',
    method: 'POST',
    path: '/v1/alert-rules/:id/toggle',
    params: byId,
    body: 'json',
    request: z.object({ enabled: optionalNullable(z.boolean()) }).nullish(),
    response: rule,
    summary:
      'Enables or disables an alert rule; without a body it becomes the opposite. A disabled rule resolves its alert.',
    example: examples.toggleAlertRule,
    statuses: [200, 400, 404, 409, 413, 415],
  },
  {
    ...domainRead,
    name: 'alertRuleHistory',
    path: '/v1/alert-rules/:id/history',
    params: byId,
    query: z.object({ ...asOfQuery, ...limited({ maximum: 500, preset: 100 }), ...cursorQuery }),
    response: z.object({
      history: z.array(alertBody.extend(grounds)),
      total: z.int(),
      limit: z.int(),
      next_cursor: nextCursor,
    }),
    summary: 'Lists the alerts of one rule, the newest first, with their evidence.',
    example: examples.alertRuleHistory,
    statuses: [200, 400, 404, 410],
  },
  versionsRoute('listAlertRuleVersions', {
    ...versioned,
    settings: ruleSettings,
    example: examples.createAlertRule.response,
  }),
  restoreRoute('restoreAlertRule', {
    ...versioned,
    response: rule,
    example: examples.changeAlertRule.response,
  }),
  {
    ...domainRead,
    name: 'listAlerts',
    path: '/v1/alerts',
    query: z.object({
      ...asOfQuery,
      ...paging({ maximum: 500, preset: 50 }),
      ...cursorQuery,
      status: alertStatus.optional(),
      severity: z.enum(severities).optional(),
      service: z.string().optional(),
      rule: z.guid().toLowerCase().optional(),
      from: queryInstant.optional().meta({ description: 'Triggered at this instant or later.' }),
      to: queryInstant.optional().meta({ description: 'Triggered before this instant.' }),
    }),
    response: z.object({
      success: z.literal(true),
      alerts: z.array(alertBody),
      total: z.int(),
      limit: z.int(),
      offset: z.int(),
      next_cursor: nextCursor,
    }),
    csv: 'alerts',
    summary:
      'Lists alerts that pass every filter, the newest first, among the newest 10,000 of the time range.',
    example: examples.listAlerts,
    statuses: [200, 400, 410],
  },
  {
    ...domainRead,
    name: 'activeAlerts',
    path: '/v1/alerts/active',
    query: z.object({ ...asOfQuery, ...limited({ maximum: 500, preset: 50 }), ...cursorQuery }),
    response: z.object({
      success: z.literal(true),
      alerts: z.array(alertBody),
      /** Alerts in this answer; `total` counts all that fire. */
      count: z.int(),
      total: z.int(),
      limit: z.int(),
      next_cursor: nextCursor,
      stale_since: staleSince,
    }),
    summary: 'Lists the alerts that fire now, the newest first.',
    example: examples.activeAlerts,
    statuses: [200, 400, 410],
  },
  {
    ...domainRead,
    name: 'alertSummary',
    path: '/v1/alerts/summary',
    waits: true,
    query: z.object({
      ...asOfQuery,
      wait: waitSeconds.meta({
        description:
          'Seconds to wait for a change of rules, alerts, anomalies, triage items, silences or checks when there is none after the cursor; 0 when absent. More than 30 count as 30. Not with `as_of`.',
      }),
      after: z.string().max(100).optional().meta({
        description: '`cursor` of the response before: a change since then is returned at once.',
      }),
    }),
    response: z.object({
      success: z.literal(true),
      summary: z.object({
        total_rules: z.int(),
        enabled_rules: z.int(),
        active_alerts: z.int(),
        by_severity: bySeverity,
        resolved_24h: z.int(),
      }),
      cursor: z.string().meta({ description: 'Where `after` of the next request goes on.' }),
      stale_since: staleSince,
      timestamp: instant,
    }),
    summary: 'Counts rules, alerts that fire, and alerts that were resolved within 24 hours.',
    example: examples.alertSummary,
    statuses: [200, 400, 410],
  },
  {
    ...domainRead,
    name: 'alertRuleEvaluations',
    path: `${rulePath}/evaluations`,
    params: byId,
    query: z.object({
      from: queryInstant.optional(),
      to: queryInstant.optional(),
      ...limited({ maximum: 8_640, preset: 100 }),
    }),
    response: z.object({
      evaluations: z.array(evaluationBody),
      from: instant,
      to: instant,
      limit: z.int(),
      stale_since: staleSince,
    }),
    summary: 'Lists the evaluations of an alert rule, the newest first.',
    example: examples.alertRuleEvaluations,
    statuses: [200, 400, 404],
  },
  backtestRoute,
  dashboardRoute,
  proofRoute,
  {
    ...domainRead,
    name: 'getAlert',
    path: '/v1/alerts/:id',
    params: byId,
    query: asOf,
    response: alertDetail,
    summary: 'Gives one alert with its evidence and its timeline.',
    example: examples.getAlert,
    statuses: [200, 400, 404, 410],
  },
] as const satisfies readonly Route[];
