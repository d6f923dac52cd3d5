import { unlessUnavailable } from '../../platform/errors.ts';
import type { OrganizationReads } from '../../platform/warehouse/port.ts';
import type { AlertScope } from '../../schemas/alerts/rule.ts';
import type { OrganizationId } from '../../schemas/ids.ts';

/** By service, the beginning of the hour in which its latest span ended, Unix ms. */
export type LastData = ReadonlyMap<string, number>;

type Asked = {
  readonly organizationId: OrganizationId;
  readonly scopes: readonly AlertScope[];
  /** What was known then; all when absent. */
  readonly asOfMs?: number | undefined;
};

type Reading = { readonly warehouse: OrganizationReads; readonly signal: AbortSignal };

const lastDataMsMax = 1_500;

/** Of the services that rules watch. Undefined: it is not known now, and answers about rules do not wait for it. */
export async function readLastData(
  { organizationId, scopes, asOfMs }: Asked,
  { warehouse, signal }: Reading,
): Promise<LastData | undefined> {
  const services = [...new Set(scopes.flatMap(scope => ('service' in scope ? scope.service : [])))];
  if (services.length === 0) return new Map();
  const timeout = AbortSignal.timeout(lastDataMsMax);
  const known = asOfMs === undefined ? {} : { known: Math.ceil(asOfMs / 1000) };
  try {
    const rows = await warehouse.query<{ service: string; last: number }>(
      statement(asOfMs !== undefined),
      { organization: organizationId, services, ...known },
      {
        reader: { organization: organizationId },
        signal: AbortSignal.any([signal, timeout]),
        maxExecutionMs: lastDataMsMax,
      },
    );
    return new Map(rows.map(({ service, last }) => [service, last * 1000]));
  } catch (error) {
    if (!timeout.aborted) unlessUnavailable(error);
    signal.throwIfAborted();
    return undefined;
  }
}

const statement = (isPast: boolean): string => `
  SELECT service, toUnixTimestamp(max(time)) AS last FROM windows_1h
  WHERE organization = {organization:UUID} AND service IN {services:Array(String)}
    ${isPast ? "AND known < toDateTime({known:UInt32}, 'UTC')" : ''}
  GROUP BY service`;
