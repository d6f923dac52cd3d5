import type { ClearLeads } from '../../../../domain/alerts/leads.ts';
import type { ResolveReason } from '../../../../schemas/alerts/commands.ts';
import type { AlertRuleSnapshot } from '../../../../schemas/alerts/events.ts';
import type { Evidence } from '../../../../schemas/alerts/evidence.ts';
import type { AlertId } from '../../../../schemas/alerts/ids.ts';
import type { HealthCheckId, OutageId } from '../../../../schemas/health/ids.ts';
import type { NoticeCause } from '../../../../schemas/notices/events.ts';

/** What a notice says of one alert. */
export type DescribedAlert = {
  readonly alertId: AlertId;
  readonly why: NoticeCause;
  readonly rule: AlertRuleSnapshot;
  readonly ruleVersion: number;
  /** Null: the rule fired because there was no data. */
  readonly value: number | null;
  readonly triggeredAtMs: number;
  readonly evidence: Evidence;
  readonly leads: ClearLeads;
  readonly resolved?: {
    readonly atMs: number;
    readonly reason: ResolveReason;
    readonly value: number | null;
  };
};

/** What a notice says of one outage of a health check. */
export type DescribedOutage = {
  readonly outageId: OutageId;
  readonly checkId: HealthCheckId;
  readonly why: NoticeCause;
  readonly checkName: string;
  readonly serviceName: string;
  readonly error: string;
  readonly failedAtMs: number;
  readonly recoveredAtMs?: number;
};

export type Described = DescribedAlert | DescribedOutage;

export const isOutage = (described: Described): described is DescribedOutage =>
  'outageId' in described;
