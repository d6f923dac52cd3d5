import { z } from 'zod';
import { changedRuleBody, createdRuleBody } from '../../../../schemas/alerts/rule-request.ts';
import { createdSilence } from '../../../../schemas/silences/routes.ts';
import { pageUnder } from '../page-of.ts';
import { actTool } from '../tool.ts';

const ruleId = z.string().describe('As list_alert_rules gives it.');
const versionNumber = z.int().min(1).describe('As the list of versions gives it.');
const dryRun =
  'Try it first with backtest_rule, and show a person what the rule would have done; then ask.';

export const ruleActs = [
  actTool({
    name: 'create_alert_rule',
    title: 'Create an alert rule',
    description: `Creates an alert rule, which is evaluated from the next tick on, and sends notices to channels. ${dryRun}`,
    input: z.object(createdRuleBody.shape),
    route: 'createAlertRule',
    request: body => ({ body }),
    page: () => '/rules',
    isDestructive: true,
    isIdempotent: false,
  }),
  actTool({
    name: 'change_alert_rule',
    title: 'Change an alert rule',
    description: `Changes the fields of an alert rule that are named; the others stay. ${dryRun} Give backtest_rule the id and the same fields.`,
    input: z.object({ rule_id: ruleId, ...changedRuleBody.shape }),
    route: 'changeAlertRule',
    request: ({ rule_id: id, ...body }) => ({ params: { id }, body }),
    page: ({ rule_id: id }) => pageUnder('/rules', id),
    isDestructive: true,
    isIdempotent: true,
    idsFrom: 'list_alert_rules',
  }),
  actTool({
    name: 'toggle_alert_rule',
    title: 'Enable or disable an alert rule',
    description:
      'Enables or disables an alert rule. A disabled rule resolves its alert and sends no more notices.',
    input: z.object({ rule_id: ruleId, enabled: z.boolean() }),
    route: 'toggleAlertRule',
    request: ({ rule_id: id, enabled }) => ({ params: { id }, body: { enabled } }),
    page: ({ rule_id: id }) => pageUnder('/rules', id),
    isDestructive: true,
    isIdempotent: true,
    idsFrom: 'list_alert_rules',
  }),
  actTool({
    name: 'delete_alert_rule',
    title: 'Delete an alert rule',
    description:
      'Deletes an alert rule and resolves its alert. restore_alert_rule undoes it; toggle_alert_rule stops a rule and keeps it.',
    input: z.object({ rule_id: ruleId }),
    route: 'deleteAlertRule',
    request: ({ rule_id: id }) => ({ params: { id } }),
    page: () => '/rules',
    isDestructive: true,
    isIdempotent: true,
    idsFrom: 'list_alert_rules',
  }),
  actTool({
    name: 'restore_alert_rule',
    title: 'Restore a version of an alert rule',
    description:
      'Makes an alert rule what it was in a version, as a new version; one that was deleted is there again.',
    input: z.object({ rule_id: ruleId, version: versionNumber }),
    route: 'restoreAlertRule',
    request: ({ rule_id: id, version }) => ({ params: { id }, body: { version } }),
    page: ({ rule_id: id }) => pageUnder('/rules', id),
    isDestructive: true,
    isIdempotent: true,
    idsFrom: 'list_alert_rules',
  }),
];

export const silenceActs = [
  actTool({
    name: 'create_silence',
    title: 'Create a silence',
    description:
      'Holds the notices of alerts of a rule, a service or a severity, or of several of these together, until an instant. One of them is needed.',
    input: z.object(createdSilence.shape),
    route: 'createSilence',
    request: body => ({ body }),
    page: () => '/silences',
    isDestructive: true,
    isIdempotent: false,
  }),
  actTool({
    name: 'end_silence',
    title: 'End a silence',
    description:
      'Ends a silence now, so notices are sent again; it stays in the list. One that has ended does not change.',
    input: z.object({ silence_id: z.string().describe('As list_silences gives it.') }),
    route: 'endSilence',
    request: ({ silence_id: id }) => ({ params: { id } }),
    page: () => '/silences',
    isDestructive: true,
    isIdempotent: true,
    idsFrom: 'list_silences',
  }),
  actTool({
    name: 'restore_silence',
    title: 'Restore a version of a silence',
    description:
      'Makes a silence what it was in a version, as a new version; one that was ended early holds notices again until its time is over.',
    input: z.object({
      silence_id: z.string().describe('As list_silences gives it.'),
      version: versionNumber,
    }),
    route: 'restoreSilence',
    request: ({ silence_id: id, version }) => ({ params: { id }, body: { version } }),
    page: () => '/silences',
    isDestructive: true,
    isIdempotent: true,
    idsFrom: 'list_silences',
  }),
];
