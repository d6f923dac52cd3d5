import type { AlertRuleAdopted, AlertTransition } from '../../schemas/alerts/events.ts';
import type { AlertRuleId } from '../../schemas/alerts/ids.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';
import { type FiringAlert, firingAlert } from './alert.ts';
import { alertRuleKey } from './alert-rules.ts';

export type AlertStateRow = {
  readonly organizationId: OrganizationId;
  readonly ruleId: AlertRuleId;
  /** The version that decides, and from where on. */
  readonly adopted?: Omit<AlertRuleAdopted['data'], 'organizationId' | 'ruleId'>;
  /** Absent: the rule is quiet. */
  readonly firing?: FiringAlert;
  /** Of the latest firing: by the ends of windows, when the rule may fire again. */
  readonly cooldownEndsAtMs?: number;
  /** End of the window of the latest resolution. */
  readonly resolvedToMs?: number;
};

/** What each rule is doing, by organization and rule; a deleted rule does nothing. */
export const alertState: Projection<
  AlertStateRow,
  EventOf<
    Exclude<AlertTransition['type'], 'AlertEvidenceAmended' | 'AlertRefused'> | 'AlertRuleDeleted'
  >
> = {
  name: 'alert-state',
  version: 3,
  types: new Set(['AlertRuleAdopted', 'AlertTriggered', 'AlertResolved', 'AlertRuleDeleted']),
  keys: ({ data }) => [alertRuleKey(data.organizationId, data.ruleId)],
  project: (row, event) => {
    const { organizationId, ruleId } = event.data;
    const before = row ?? { organizationId, ruleId };
    switch (event.type) {
      case 'AlertRuleAdopted': {
        const { ruleVersion, tickMs, position, ends } = event.data;
        if (ends === 'rule_deleted') return undefined;
        return { ...before, adopted: { ruleVersion, tickMs, position } };
      }
      case 'AlertTriggered': {
        const firing = firingAlert(event);
        return { ...before, firing, cooldownEndsAtMs: firing.cooldownEndsAtMs };
      }
      case 'AlertResolved': {
        const { firing, ...quiet } = before;
        const resolvedToMs = event.data.window?.toMs ?? firing?.window.toMs;
        return { ...quiet, ...(resolvedToMs !== undefined && { resolvedToMs }) };
      }
      case 'AlertRuleDeleted':
        return undefined;
    }
  },
};
