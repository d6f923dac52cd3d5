import { DictionaryColumn } from '../../../platform/columns/dictionary.ts';
import { FixedColumn } from '../../../platform/columns/fixed.ts';
import { withColumnNames } from '../../../platform/columns/with-column-names.ts';
import { kindOfSample, type StoredKind } from '../../../schemas/billing/stored.ts';
import { topics } from '../../../schemas/topics.ts';
import type { BatchRange } from '../core/range.ts';
import type { RequestRecord } from '../gather/request.ts';
import type { BatchMetadata } from './marker.ts';
import {
  emptyRequest,
  openRequestColumns,
  pushWithMarkers,
  type RequestRow,
  requestTypes,
} from './request-columns.ts';
import type { ReceivedSample } from './samples.ts';
import type { TableBlock } from './table-block.ts';

const kinds: Readonly<Record<string, StoredKind>> = {
  [topics.spans]: 'traces',
  [topics.metrics]: 'metrics',
};

/** One row for each request of the batch that counted: neither a repeat nor dead-lettered. */
export function requestRows(
  range: Pick<BatchRange, 'topic' | 'partition'>,
  requests: readonly RequestRecord[],
  stamp: BatchMetadata,
): TableBlock {
  const kind = kinds[range.topic] ?? '';
  return rowsOf(
    range,
    requests.map(request => ({ ...request, kind })),
    stamp,
  );
}

/** One row for all samples of an organization and a kind that the log received in the same second. */
export function storedRows(
  range: Pick<BatchRange, 'topic' | 'partition'>,
  samples: readonly ReceivedSample[],
  stamp: BatchMetadata,
): TableBlock {
  const rows = new Map<string, Row>();
  for (const { sample, offset, appendedAtMs, bytes } of samples) {
    const { organizationId: organization, storedBytes = 0 } = sample;
    const kind = kindOfSample[sample.kind];
    const name = `${organization} ${kind} ${Math.floor(appendedAtMs / 1000)}`;
    const row = rows.get(name) ?? {
      ...emptyRow,
      organization,
      kind,
      offset,
      receivedAtMs: appendedAtMs,
    };
    rows.set(name, { ...row, bytes: row.bytes + bytes + storedBytes });
  }
  return rowsOf(range, [...rows.values()], stamp);
}

function rowsOf(
  range: Pick<BatchRange, 'topic' | 'partition'>,
  requests: readonly Row[],
  stamp: BatchMetadata,
): TableBlock {
  const { columns, push } = openColumns(range, stamp.knownSeconds);
  const partitions = pushWithMarkers('requests', requests, stamp, { empty: emptyRow, push });
  return { table: 'requests', columns: columns(), partitions };
}

type Row = RequestRow &
  Pick<RequestRecord, 'refused' | 'reason' | 'client'> & { readonly kind: StoredKind | '' };

const emptyRow = { ...emptyRequest, kind: '', refused: 0, reason: '', client: '' } as const;

const types = {
  ...requestTypes,
  kind: 'LowCardinality(String)',
  refused: 'UInt32',
  reason: 'LowCardinality(String)',
  client: 'LowCardinality(String)',
} as const;

function openColumns(range: Pick<BatchRange, 'topic' | 'partition'>, knownSeconds: number) {
  const common = openRequestColumns(range, knownSeconds);
  const builders = {
    ...common.builders,
    kind: new DictionaryColumn(),
    refused: new FixedColumn(4),
    reason: new DictionaryColumn(),
    client: new DictionaryColumn(),
  };
  return {
    push: (request: Row, batchName: string): void => {
      common.push(request, batchName);
      builders.kind.pushText(request.kind);
      builders.refused.push(request.refused);
      builders.reason.pushText(request.reason);
      builders.client.pushText(request.client);
    },
    columns: () => withColumnNames(types, builders),
  };
}
