import type { AlertResolved } from '../../schemas/alerts/events.ts';
import type { Evidence } from '../../schemas/alerts/evidence.ts';
import type { AlertId, AlertRuleId } from '../../schemas/alerts/ids.ts';
import type { AlertLeads } from '../../schemas/alerts/leads.ts';
import { dayMs } from '../../schemas/durations.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';
import { type FiringAlert, firingAlert } from './alert.ts';

export type AlertHistoryRow = FiringAlert & {
  readonly organizationId: OrganizationId;
  /** What the evaluation saw that raised it. */
  readonly evidence: Evidence;
  readonly leads?: AlertLeads;
  /** What late spans changed, the latest `amendmentsMax`, oldest first. */
  readonly amendments: readonly Amendment[];
  /** Absent while it fires. */
  readonly resolved?: Resolution;
};

export type Amendment = {
  readonly atMs: number;
  readonly before: Evidence;
  readonly after: Evidence;
};

export type Resolution = Pick<AlertResolved['data'], 'reason' | 'window' | 'value' | 'tickMs'> & {
  readonly atMs: number;
};

const amendmentsMax = 20;

/** As long as the hourly windows, which its figures can be compared with. */
export const alertHistoryMs = 396 * dayMs;

type Read = 'AlertTriggered' | 'AlertEvidenceAmended' | 'AlertResolved';

/**
 * One row for each alert, whose status changes, under three keys: of its organization and of its rule, both the
 * newest first, and its own.
 */
export const alertHistory: Projection<AlertHistoryRow, EventOf<Read>> = {
  name: 'alert-history',
  version: 3,
  types: new Set(['AlertTriggered', 'AlertEvidenceAmended', 'AlertResolved']),
  keys: event => {
    const { organizationId, ruleId, alertId } = event.data;
    const triggeredAtMs = event.type === 'AlertTriggered' ? event.atMs : event.data.triggeredAtMs;
    const place = `${newestFirst(triggeredAtMs)}/${alertId}`;
    return [
      `${ofOrganization(organizationId)}${place}`,
      `${ofRule(organizationId, ruleId)}${place}`,
      alertKey(organizationId, alertId),
    ];
  },
  project: (row, event) => {
    const { atMs } = event;
    switch (event.type) {
      case 'AlertTriggered': {
        const { organizationId, evidence, leads } = event.data;
        const grounds = { evidence, ...(leads !== undefined && { leads }) };
        return { ...firingAlert(event), organizationId, ...grounds, amendments: [] };
      }
      case 'AlertEvidenceAmended': {
        const { before, after } = event.data;
        const amendments = [...(row?.amendments ?? []), { atMs, before, after }];
        return row && { ...row, amendments: amendments.slice(-amendmentsMax) };
      }
      case 'AlertResolved': {
        const { reason, window, value, tickMs } = event.data;
        return row && { ...row, resolved: { atMs, reason, window, value, tickMs } };
      }
    }
  },
  retention: { ms: alertHistoryMs, endedAtMs: ({ resolved }) => resolved?.atMs },
};

export const ofOrganization = (id: OrganizationId): string => `organization/${id}/`;

export const ofRule = (organizationId: OrganizationId, ruleId: AlertRuleId): string =>
  `rule/${organizationId}/${ruleId}/`;

export const alertKey = (organizationId: OrganizationId, alertId: AlertId): string =>
  `alert/${organizationId}/${alertId}`;

const digits = 16;

/** A later instant sorts before an earlier one. */
export const newestFirst = (atMs: number): string =>
  String(10 ** (digits - 1) - atMs).padStart(digits, '0');
