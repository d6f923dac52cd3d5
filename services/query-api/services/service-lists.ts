import { LRUCache } from 'lru-cache';
import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { ServiceSummary } from '../../../schemas/services/routes.ts';
import { mapInTurns } from '../bounds/in-turns.ts';
import { limits } from '../config.ts';
import type { Watermarks } from '../watermark.ts';
import { averageMs, errorRateOf, quantileMs } from '../windows/histogram.ts';
import { instantOfSeconds, rangeOf } from '../windows/window-metrics.ts';
import { histogramOf, type TimeRange } from '../windows/window-rows.ts';
import { readServices, type ServiceRow } from './read-services.ts';

/** All services of an organization in 24 hours, by name. */
export type ServiceList = {
  readonly range: TimeRange;
  readonly services: readonly ServiceSummary[];
  /** Everything that was accepted before it is in the list; undefined when nothing can be said. */
  readonly watermarkMs: number | undefined;
};

export type ReadServiceList = (organization: OrganizationId) => Promise<ServiceList>;

export type ServiceListDependencies = {
  readonly warehouse: OrganizationReads;
  readonly watermarks: Pick<Watermarks, 'now'>;
  readonly clock: () => number;
};

/**
 * Lists that are read at most once a second for each organization. Requests that come while a list is read, or within a
 * second after that, share it. A failure is shared by those that wait for it, and is not kept.
 */
export function openServiceLists(dependencies: ServiceListDependencies): ReadServiceList {
  const lists = new LRUCache<OrganizationId, ServiceList>({
    ttl: limits.serviceListFreshMs,
    max: limits.serviceListsMax,
    maxSize: limits.serviceListsBytesMax,
    sizeCalculation: bytesOf,
    // A list that loses its place while it is read is still what its readers wait for.
    ignoreFetchAbort: true,
    fetchMethod: organization => readServiceList(organization, dependencies),
  });
  return organization => lists.forceFetch(organization);
}

/** The watermark is read first: what is committed between both reads is in the list as well. */
async function readServiceList(
  organization: OrganizationId,
  { warehouse, watermarks, clock }: ServiceListDependencies,
): Promise<ServiceList> {
  const watermarkMs = await watermarks.now();
  const range = rangeOf('24h', clock());
  // Others may wait for it, so it does not end with the request that began it; the warehouse limits its time.
  const { signal } = new AbortController();
  const rows = await readServices({ organization, ...range }, { warehouse, signal });
  return { range, services: await mapInTurns(rows, summaryOf), watermarkMs };
}

export function summaryOf(row: ServiceRow): ServiceSummary {
  const histogram = histogramOf(row);
  return {
    id: row.service,
    name: row.service,
    request_count: histogram.n,
    error_rate: errorRateOf(histogram),
    p95_latency: quantileMs(histogram, 0.95),
    avg_latency: averageMs(histogram),
    last_seen: instantOfSeconds(row.last),
  };
}

/** Of a service without its name, and of a list without its services. */
const entryBytes = 200;

const bytesOf = ({ services }: ServiceList): number =>
  services.reduce((bytes, { name }) => bytes + entryBytes + 2 * name.length, entryBytes);
