import type { BlobStore } from '../../platform/blob-store/port.ts';
import type { EndpointDependencies } from '../../platform/commands/endpoint.ts';
import type { CommandsUnderWay } from '../../platform/commands/under-way.ts';
import type { Configuration } from '../../platform/config/config.ts';
import type { RecentRequests } from '../../platform/http/request-log.ts';
import type { Keyring } from '../../platform/keyring/port.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics/registry.ts';
import type { PaymentProvider } from '../../platform/payments/port.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import type { OrganizationReads } from '../../platform/warehouse/port.ts';
import type { Projections } from '../../projections/engine/run.ts';
import type { NetworkWrongCodes } from './accounts/network-wrong-codes.ts';
import type { IngestAdmission } from './admission/open.ts';
import type { Quotas } from './quotas/open.ts';

export type IngestApiDependencies = {
  readonly topicLog: TopicLog;
  readonly commandsUnderWay: CommandsUnderWay;
  readonly blobStore: BlobStore;
  readonly keyring: Keyring;
  readonly payments: PaymentProvider;
  readonly projections: Projections;
  readonly warehouse: OrganizationReads;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly clock: () => number;
  readonly configuration: Pick<
    Configuration,
    'engines' | 'freePlan' | 'outboundAllow' | 'pubKeyBytesPerDay' | 'retention'
  >;
  readonly publicUrl: () => string;
  readonly recent: Pick<RecentRequests, 'sentBy'>;
  readonly admission: Pick<IngestAdmission, 'appended'>;
};

/** What commands need that change what an organization has decided: rules, silences, the inbox. */
export type StateShared = EndpointDependencies &
  Pick<IngestApiDependencies, 'projections' | 'warehouse'>;

/** What the actions of tools need besides: people, and what is masked in recorded sessions. */
export type ActionShared = StateShared & Pick<IngestApiDependencies, 'keyring' | 'configuration'>;

/** What the features of ingest-api share. */
export type IngestShared = IngestApiDependencies &
  StateShared & {
    readonly quotas: Quotas;
    /** One count for registrations and sign-ins. */
    readonly wrongCodes: NetworkWrongCodes;
  };
