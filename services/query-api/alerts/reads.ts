import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import type { Projections } from '../../../projections/engine/run.ts';

/** What reads of alerts need. */
export type AlertReads = {
  readonly projections: Pick<Projections, 'state'>;
  readonly clock: () => number;
};

export type DashboardReads = AlertReads & { readonly warehouse: OrganizationReads };
