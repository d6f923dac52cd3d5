import type { BlobStore } from '../../platform/blob-store/port.ts';
import type { CommandsUnderWay } from '../../platform/commands/under-way.ts';
import type { Configuration } from '../../platform/config/config.ts';
import type { Keyring } from '../../platform/keyring/port.ts';
import type { LanguageModel } from '../../platform/language-model/port.ts';
import type { Log } from '../../platform/log.ts';
import type { PaymentProvider } from '../../platform/payments/port.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import type { OrganizationReads } from '../../platform/warehouse/port.ts';
import { integrationKey, integrations } from '../../projections/accounts/integrations.ts';
import type { Projections } from '../../projections/engine/run.ts';
import { consumers } from '../../schemas/topics.ts';
import { openPositions, type Positions } from './positions.ts';
import { type AssertServiceExists, openExpectKnown } from './services/known-service.ts';
import { openSymbolicate, type Symbolicate } from './source-maps/symbolicate.ts';
import { openTraceTimes, type TraceTimes } from './traces/trace-times.ts';
import { openWatermarks, type Watermarks } from './watermark.ts';

export type QueryApiDependencies = {
  readonly blobStore: Pick<BlobStore, 'get'>;
  readonly warehouse: OrganizationReads;
  readonly topicLog: Pick<TopicLog, 'append' | 'lag' | 'read' | 'partitions'>;
  readonly commandsUnderWay: CommandsUnderWay;
  readonly log: Log;
  readonly projections: Pick<
    Projections,
    'barrier' | 'get' | 'known' | 'list' | 'outcome' | 'page' | 'positionAt' | 'reached' | 'state'
  >;
  readonly keyring: Pick<Keyring, 'mac' | 'macOf' | 'seal' | 'unseal'>;
  readonly payments: Pick<PaymentProvider, 'name' | 'listInvoices'>;
  readonly clock: () => number;
  /** Known once the port is bound. */
  readonly publicUrl: () => string;
  readonly configuration: Pick<
    Configuration,
    'assistantModel' | 'retention' | 'freePlan' | 'llm' | 'userAttributes'
  >;
  /** Absent: the assistant answers by rules. */
  readonly languageModel?: LanguageModel | undefined;
  /** Aborts when the process is about to stop. */
  readonly stopping: AbortSignal;
};

/** What the features of query-api share. */
export type QueryShared = QueryApiDependencies & {
  readonly watermarks: {
    readonly spans: Watermarks;
    readonly metrics: Watermarks;
    readonly samples: Watermarks;
  };
  readonly positions: Positions;
  readonly expectKnown: AssertServiceExists;
  readonly symbolicate: Symbolicate;
  readonly traceTimes: TraceTimes;
};

export function openShared(dependencies: QueryApiDependencies): QueryShared {
  const { warehouse, projections } = dependencies;
  return {
    ...dependencies,
    symbolicate: openSymbolicate(dependencies),
    traceTimes: openTraceTimes(),
    positions: openPositions(dependencies),
    watermarks: {
      spans: openWatermarks({ ...dependencies, ...consumers.spans }),
      metrics: openWatermarks({ ...dependencies, ...consumers.metrics }),
      samples: openWatermarks({ ...dependencies, ...consumers.samples }),
    },
    expectKnown: openExpectKnown({
      warehouse,
      isRegistered: async (organization, service, signal) => {
        await projections.barrier(signal);
        return projections.get(integrations, integrationKey(organization, service)) !== undefined;
      },
    }),
  };
}
