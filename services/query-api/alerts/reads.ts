import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import type { StaleSince } from './stale-since.ts';

/** What reads of alerts need. */
export type AlertReads = {
  readonly projections: Pick<Projections, 'state'>;
  readonly clock: () => number;
};

/** Of rules, with what their services sent last. */
export type RuleReads = AlertReads & { readonly warehouse: OrganizationReads };

/** Of what depends on how far the evaluator has come. */
export type EvaluatedReads = AlertReads & { readonly staleSince: StaleSince };

export type DashboardReads = RuleReads;
