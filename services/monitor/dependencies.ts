import type { BlobStore } from '../../platform/blob-store/port.ts';
import type { Log } from '../../platform/log.ts';
import type { PaymentProvider } from '../../platform/payments/port.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import type { Projections } from '../../projections/engine/run.ts';
import type { Plan } from '../../schemas/billing/quota.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { Retention } from '../../schemas/retention.ts';
import type { PaymentFigures } from './payment-figures.ts';

export type MeteringDependencies = {
  readonly topicLog: Pick<TopicLog, 'append' | 'lag' | 'read'>;
  readonly warehouse: Pick<Warehouse, 'query'>;
  readonly projections: Pick<Projections, 'barrier' | 'get' | 'list'>;
  readonly clock: () => number;
  readonly configuration: { readonly retention: Pick<Retention, 'topicsMs'> };
  readonly blobStore: Pick<BlobStore, 'get' | 'putIfAbsent'>;
  /** True for the organizations that this monitor judges. */
  readonly owns: (organization: OrganizationId) => boolean;
};

/** Of a look at what is paid for. */
export type PaymentPassDependencies = Pick<
  MeteringDependencies,
  'topicLog' | 'projections' | 'clock' | 'owns'
> & {
  readonly payments: PaymentProvider;
  readonly configuration: { readonly freePlan: Plan };
  readonly log: Log;
  readonly figures: Pick<PaymentFigures, 'called'>;
};
