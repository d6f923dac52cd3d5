import type { OrganizationReads } from '../../platform/warehouse/port.ts';
import { type KeyId, keyId, type OrganizationId } from '../../schemas/ids.ts';

export type LastUsed = (
  organization: OrganizationId,
  asked: {
    /** One key; all of the organization when absent. */
    readonly id?: KeyId;
    readonly asOfMs: number | undefined;
    readonly signal: AbortSignal;
  },
) => Promise<ReadonlyMap<KeyId, number>>;

const queryMsMax = 10_000;
/** The last instant that the warehouse can name. */
const latestSeconds = 2 ** 32 - 1;

/**
 * When keys were last used, in whole minutes. Processes report uses every few seconds. As of a past instant,
 * of an hour in which a key was used again later only the hours before count.
 */
export const openLastUsed =
  ({ warehouse }: { readonly warehouse: OrganizationReads }): LastUsed =>
  async (organization, { id, asOfMs, signal }) => {
    const until = asOfMs === undefined ? latestSeconds : Math.floor(asOfMs / 1000);
    const rows = await warehouse.query<{ id: string; seconds: number }>(
      `SELECT toString(key) AS id, toUnixTimestamp(max(used)) AS seconds FROM (
         SELECT key, max(key_uses.used) AS used FROM key_uses
         WHERE organization = {organization:UUID} ${id === undefined ? '' : 'AND key = {id:UUID}'}
         GROUP BY key, hour HAVING used <= toDateTime({until:UInt32}, 'UTC'))
       GROUP BY key`,
      { organization, until, ...(id !== undefined && { id }) },
      { reader: { organization }, signal, maxExecutionMs: queryMsMax },
    );
    return new Map(rows.map(row => [keyId(row.id), row.seconds * 1000]));
  };
