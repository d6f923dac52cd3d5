import { z } from 'zod';
import { thresholdsMax, triedRule } from '../../../../schemas/alerts/backtest-route.ts';
import { pageUnder } from '../page-of.ts';
import { asQuery, readTool } from '../tool.ts';
import { endOf, instant, range, tableLimit, versionTable } from './parts.ts';

const rule = z
  .strictObject(triedRule.shape)
  .describe(
    'An `id` alone: the rule with the versions that it had. With other fields: as it is now, with these changes. Without an id: a rule that does not exist.',
  );

export const ruleTools = [
  readTool({
    name: 'list_alert_rules',
    title: 'List alert rules',
    description:
      'Alert rules, the oldest first, as a table: metric (`slo_burn_fast:` or `slo_burn_slow:` and an id: the burn rate of that objective), condition, more `conditions` of which all or any must hold (`match`), service (`scope_value`, null for all), window in minutes, severity, whether it is enabled or firing, and a warning when it may never fire.',
    input: z.object({ limit: tableLimit }),
    route: 'listAlertRules',
    request: given => ({ query: asQuery(given) }),
    page: () => '/rules',
    list: {
      field: 'rules',
      goesOn: 'cursor',
      total: 'total',
      columns: [
        'id',
        'name',
        'metric',
        'operator',
        'threshold',
        'conditions',
        'match',
        'scope_type',
        'scope_value',
        'time_window',
        'for_minutes',
        'recovery_threshold',
        'min_samples',
        'no_data',
        'severity',
        'enabled',
        'version',
        'status',
        'last_triggered_at',
        'warning',
      ],
    },
  }),
  readTool({
    name: 'list_alert_rule_versions',
    title: 'Versions of an alert rule',
    description:
      'What was set of a rule, by whom, and what it was before, the newest first, as a table; also of a deleted rule. restore_alert_rule goes back to one.',
    input: z.object({ rule_id: z.string(), limit: tableLimit }),
    route: 'listAlertRuleVersions',
    request: ({ rule_id: id, ...given }) => ({ params: { id }, query: asQuery(given) }),
    page: ({ rule_id: id }) => pageUnder('/rules', id),
    list: versionTable,
    idsFrom: 'list_alert_rules',
  }),
  readTool({
    name: 'list_rule_evaluations',
    title: 'Evaluations of an alert rule',
    description:
      'What the evaluator recorded of a rule, the newest first, as a table: end of the window, value, samples and outcome. The last day without a range; a past instant shows those up to it.',
    input: z.object({ rule_id: z.string(), ...range, limit: tableLimit }),
    route: 'alertRuleEvaluations',
    request: ({ rule_id: id, from, to, as_of }) => ({
      params: { id },
      query: asQuery({ from, to: endOf(to, as_of) }),
    }),
    page: ({ rule_id: id }) => pageUnder('/rules', id),
    list: {
      field: 'evaluations',
      goesOn: { rowsMax: 2_000 },
      columns: [
        'window_to',
        'value',
        'samples',
        'outcome',
        'status',
        'reason',
        'rule_version',
        'evaluated_up_to',
      ],
      endsBy: 'to',
      isKnown: ({ evaluated_up_to: at }: { readonly evaluated_up_to: string }, asOfMs) =>
        Date.parse(at) <= asOfMs,
    },
    idsFrom: 'list_alert_rules',
  }),
  readTool({
    name: 'backtest_rule',
    title: 'Backtest alert rules',
    description:
      'Evaluates an alert rule on recorded history with the same evaluation as live: when it would have triggered and resolved, minutes by state, and notices. Nothing is changed and no notice is sent. `compare` tries two rules, `thresholds` tries `rule` with each. Run it before a rule is created or changed.',
    input: z.object({
      rule: rule.optional(),
      compare: z.array(rule).length(2).optional().describe('Two rules, in the place of `rule`.'),
      thresholds: z.array(z.number()).min(1).max(thresholdsMax).optional(),
      from: instant.describe('Begin of the range (RFC 3339).'),
      to: instant.optional().describe('End of the range; now when absent.'),
    }),
    route: 'backtestAlertRules',
    request: ({ rule: tried, compare, thresholds, from, to, as_of }) => ({
      body: {
        rule: tried,
        compare,
        sweep: thresholds && { thresholds },
        from,
        to: endOf(to, as_of),
      },
    }),
    page: ({ rule: tried }) =>
      tried?.id === undefined ? '/rules/new' : pageUnder('/rules', tried.id),
    rest: 'Ask for a shorter range or fewer rules; counts are of all transitions and notices.',
    idsFrom: 'list_alert_rules',
  }),
];
