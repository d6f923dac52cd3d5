import type { AlertRuleEvent } from '../../schemas/alerts/events.ts';
import type { AlertRuleId } from '../../schemas/alerts/ids.ts';
import { alertRuleId, alertRuleStream } from '../../schemas/alerts/ids.ts';
import type { AlertRule } from '../../schemas/alerts/rule.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';
import type { Limited, Resource } from '../engine/resource.ts';

export type AlertRuleRow = {
  readonly organizationId: OrganizationId;
  readonly ruleId: AlertRuleId;
  readonly version: number;
  readonly rule: AlertRule;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly lastTriggeredAtMs?: number;
};

export const alertRuleKey = (organizationId: OrganizationId, ruleId: AlertRuleId | ''): string =>
  `${organizationId}/${ruleId}`;

/** Rules that are not deleted, by organization and rule. */
export const alertRules: Projection<
  AlertRuleRow,
  EventOf<AlertRuleEvent['type'] | 'AlertTriggered'>
> = {
  name: 'alert-rules',
  version: 1,
  types: new Set([
    'AlertRuleCreated',
    'AlertRuleChanged',
    'AlertRuleToggled',
    'AlertRuleDeleted',
    'AlertTriggered',
  ]),
  keys: ({ data }) => [alertRuleKey(data.organizationId, data.ruleId)],
  project: (row, event) => {
    const { atMs } = event;
    switch (event.type) {
      case 'AlertRuleCreated': {
        const { organizationId, ruleId, version, rule } = event.data;
        return { organizationId, ruleId, version, rule, createdAtMs: atMs, updatedAtMs: atMs };
      }
      case 'AlertRuleChanged': {
        const { version, rule } = event.data;
        return row && { ...row, version, rule, updatedAtMs: atMs };
      }
      case 'AlertRuleToggled': {
        const { version, enabled } = event.data;
        return row && { ...row, version, rule: { ...row.rule, enabled }, updatedAtMs: atMs };
      }
      case 'AlertRuleDeleted':
        return undefined;
      case 'AlertTriggered':
        return row && { ...row, lastTriggeredAtMs: atMs };
    }
  },
};

export const alertRuleResource: Resource<AlertRuleRow, AlertRuleId> & Limited = {
  name: 'alert rule',
  id: alertRuleId,
  stream: alertRuleStream,
  projection: alertRules,
  key: alertRuleKey,
  limit: 1_000,
};
