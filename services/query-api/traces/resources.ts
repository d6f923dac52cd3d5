import { LRUCache } from 'lru-cache';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { pagesOf } from '../bounds/pages.ts';
import { unlessTooMuch } from '../bounds/too-much.ts';
import { limits } from '../config.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import { type Lost, type ResourceRow, resourceColumns } from './span-rows.ts';
import { bareResource, type Shortened, shortenedResource } from './span-shortened.ts';

export type ReadResource = ResourceRow & Partial<Pick<Lost, 'lost_values'>>;

/** The resources of an organization by their fingerprints; unknown ones are skipped. */
export type ReadResources = (
  organization: OrganizationId,
  fingerprints: ReadonlySet<string>,
  reading: QueryContext,
  /** The most characters of one; a longer one is shortened. */
  charactersMax: number,
) => Promise<ReadonlyMap<string, ReadResource>>;

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
  return async (organization, fingerprints, reading, charactersMax) => {
    const found = new Map<string, ReadResource>();
    for (const fingerprint of fingerprints) {
      const row = remembered.get(keyOf(organization, fingerprint));
      if (row !== undefined) found.set(fingerprint, row);
    }
    const unknown = [...fingerprints].filter(fingerprint => !found.has(fingerprint));
    const rows = await unlessTooMuch(readWhole(organization, unknown, reading));
    for (const row of rows ?? []) {
      remembered.set(keyOf(organization, row.fingerprint), row);
      found.set(row.fingerprint, row);
    }
    const isLong = (row: ResourceRow): boolean => charactersOf(row) > charactersMax;
    const long = [...found.values()].filter(isLong).map(({ fingerprint }) => fingerprint);
    if (rows === undefined) long.push(...unknown);
    for (const row of await readShortened(organization, long, reading, charactersMax)) {
      found.set(row.fingerprint, row);
    }
    return found;
  };
}

// Equal content has equal fingerprints, but an organization sees only what it sent itself.
const keyOf = (organization: OrganizationId, fingerprint: string): string =>
  `${organization} ${fingerprint}`;

const readWhole = (
  organization: OrganizationId,
  fingerprints: readonly string[],
  reading: QueryContext,
): Promise<ResourceRow[]> =>
  select({ aliases: '', columns: resourceColumns }, { organization, fingerprints }, reading);

/** Each has its share of what resources may have together. A statement shortens a page of them, as with spans. */
async function readShortened(
  organization: OrganizationId,
  fingerprints: readonly string[],
  reading: QueryContext,
  charactersMax: number,
): Promise<ReadResource[]> {
  if (fingerprints.length === 0) return [];
  const share = Math.floor(limits.traceResourcesBytesMax / fingerprints.length);
  const shortened = shortenedResource(Math.min(charactersMax, share));
  const all = { organization, fingerprints };
  const sizes = await unlessTooMuch(measure(all, reading));
  if (sizes === undefined) return select(bareResource, all, reading);
  const rows: ReadResource[] = [];
  for (const page of pagesOf(sizes, limits.shortenedBytesMax)) {
    const asked = { organization, fingerprints: page.map(({ fingerprint }) => fingerprint) };
    const read =
      (await unlessTooMuch(select<ReadResource>(shortened, asked, reading))) ??
      (await select<ReadResource>(bareResource, asked, reading));
    rows.push(...read);
  }
  return rows;
}

type Size = { readonly fingerprint: string; readonly bytes: number };

async function measure(asked: Asked, reading: QueryContext): Promise<Size[]> {
  const columns = `resources.fingerprint AS fingerprint, byteSize(attributes.key, attributes.type,
    attributes.value, scope_name, scope_version) AS bytes`;
  const rows = await select<{ fingerprint: string; bytes: string }>(
    { aliases: '', columns },
    asked,
    reading,
  );
  return rows.map(({ fingerprint, bytes }) => ({ fingerprint, bytes: Number(bytes) }));
}

type Asked = { readonly organization: OrganizationId; readonly fingerprints: readonly string[] };

// Rows of one fingerprint are equal, so any of them will do. They are chosen first: ordering them
// would hold all of them and their derived columns in memory.
async function select<Row>(
  { aliases, columns }: Shortened,
  { organization, fingerprints }: Asked,
  reading: QueryContext,
): Promise<Row[]> {
  if (fingerprints.length === 0) return [];
  return readRows(
    {
      sql: `${aliases} SELECT ${columns} FROM (
              SELECT fingerprint, attributes.key, attributes.type, attributes.value, scope_name, scope_version
              FROM resources
              WHERE organization = {organization:UUID}
                AND fingerprint IN {fingerprints:Array(UInt64)}
              LIMIT 1 BY fingerprint) AS resources`,
      parameters: { organization, fingerprints: fingerprints.map(BigInt) },
    },
    reading,
    { resultBytesMax: limits.traceResourcesBytesMax },
  );
}

function charactersOf({ keys, values, scope_name, scope_version }: ResourceRow): number {
  const texts = [...keys, ...values, scope_name, scope_version];
  return texts.reduce((sum, text) => sum + text.length, 1);
}
