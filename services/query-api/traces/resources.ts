import { LRUCache } from 'lru-cache';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { limits } from '../config.ts';
import { type Reading, readRows } from '../windows/window-metrics.ts';
import { type ResourceRow, resourceColumns } from './span-rows.ts';

/** The resources of an organization by their fingerprints; those it does not have are left out. */
export type ReadResources = (
  organization: OrganizationId,
  fingerprints: ReadonlySet<string>,
  reading: Reading,
) => Promise<ReadonlyMap<string, ResourceRow>>;

/**
 * A fingerprint is made of what the resource says, so what was read once stays true and is not read
 * again while it is remembered: most traces come from the same few processes.
 */
export function openResources(): ReadResources {
  const remembered = new LRUCache<string, ResourceRow>({
    maxSize: limits.resourceCharactersRemembered,
    maxEntrySize: limits.resourceCharactersMax,
    sizeCalculation: charactersOf,
  });
  return async (organization, fingerprints, reading) => {
    const found = new Map<string, ResourceRow>();
    const unknown: string[] = [];
    for (const fingerprint of fingerprints) {
      const row = remembered.get(keyOf(organization, fingerprint));
      if (row === undefined) unknown.push(fingerprint);
      else found.set(fingerprint, row);
    }
    for (const row of unknown.length === 0 ? [] : await select(organization, unknown, reading)) {
      remembered.set(keyOf(organization, row.fingerprint), row);
      found.set(row.fingerprint, row);
    }
    return found;
  };
}

// The same content has the same fingerprint everywhere, but nobody is told of what others sent.
const keyOf = (organization: OrganizationId, fingerprint: string): string =>
  `${organization} ${fingerprint}`;

const select = (
  organization: OrganizationId,
  fingerprints: readonly string[],
  reading: Reading,
): Promise<ResourceRow[]> =>
  readRows(
    {
      sql: `SELECT ${resourceColumns} FROM resources
            WHERE organization = {organization:UUID}
              AND resources.fingerprint IN {fingerprints:Array(UInt64)}
            ORDER BY known DESC LIMIT 1 BY resources.fingerprint`,
      parameters: { organization, fingerprints: fingerprints.map(BigInt) },
    },
    reading,
  );

function charactersOf({ keys, values, scope_name, scope_version }: ResourceRow): number {
  const texts = [...keys, ...values, scope_name, scope_version];
  return texts.reduce((sum, text) => sum + text.length, 1);
}
