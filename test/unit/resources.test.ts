import { deepEqual } from 'node:assert/strict';
import { TooLittleMemory } from '../../platform/errors.ts';
import { organizationId } from '../../schemas/ids.ts';
import { limits } from '../../services/query-api/config.ts';
import { openResources } from '../../services/query-api/traces/resources.ts';
import { noResource } from '../../services/query-api/traces/span-rows.ts';

const ada = organizationId('a0000000-0000-4000-8000-000000000001');
const charactersMax = 2 * limits.resourceCharactersMax;
const eve = organizationId('e0000000-0000-4000-8000-000000000001');

/** Resources that are asked for, and what the warehouse was asked of them. */
function open(scopeName = 'scope') {
  const rows = ['1', '2', '3'].map(fingerprint => ({
    ...noResource,
    fingerprint,
    scope_name: scopeName,
  }));
  const asked: string[][] = [];
  const query = async <Row>(_: string, parameters: Readonly<Record<string, unknown>>) => {
    const wanted = (parameters.fingerprints as readonly bigint[]).map(String);
    asked.push([String(parameters.organization), ...wanted]);
    return rows.filter(({ fingerprint }) => wanted.includes(fingerprint)) as Row[];
  };
  const read = openResources();
  const { signal } = new AbortController();
  return {
    asked,
    read: async (organization: typeof ada, ...fingerprints: string[]) => {
      const reading = { warehouse: { query }, signal };
      const found = await read(organization, new Set(fingerprints), reading, charactersMax);
      return [...found.keys()].sort();
    },
  };
}

describe('resources of spans', () => {
  it('are read once, and only those that are not known', async () => {
    const { asked, read } = open();
    deepEqual(await read(ada, '1', '2'), ['1', '2']);
    deepEqual(await read(ada, '2', '1'), ['1', '2']);
    deepEqual(await read(ada, '3', '1'), ['1', '3']);
    deepEqual(asked, [
      [ada, '1', '2'],
      [ada, '3'],
    ]);
  });

  it('of one organization are not those of another', async () => {
    const { asked, read } = open();
    deepEqual(await read(ada, '1'), ['1']);
    deepEqual(await read(eve, '1'), ['1']);
    deepEqual(asked, [
      [ada, '1'],
      [eve, '1'],
    ]);
  });

  it('that are not there are asked for again, since they may come', async () => {
    const { asked, read } = open();
    deepEqual(await read(ada, '4'), []);
    deepEqual(await read(ada, '4'), []);
    deepEqual(asked.length, 2);
  });

  it('that are long are not remembered', async () => {
    const { asked, read } = open('x'.repeat(limits.resourceCharactersMax));
    deepEqual(await read(ada, '1'), ['1']);
    deepEqual(await read(ada, '1'), ['1']);
    deepEqual(asked.length, 2);
  });
});

describe('resources that are too long to be read', () => {
  /** Gives what a statement is, and one that says how many attributes there are. */
  const openLong = (isTooMuch: (sql: string) => boolean) => {
    const asked: string[] = [];
    const query = async <Row>(sql: string) => {
      const kinds = ['byteSize(', 'all_keys', '[] AS keys', 'CAST('];
      const kind = kinds.find(each => sql.includes(each)) ?? 'other';
      asked.push(kind);
      if (kind === 'CAST(' || isTooMuch(kind)) throw new TooLittleMemory('ClickHouse answered 241');
      return [{ ...noResource, fingerprint: '1', bytes: '5', lost_values: 7 }] as Row[];
    };
    const { signal } = new AbortController();
    const reading = { warehouse: { query }, signal };
    return { asked, read: () => openResources()(ada, new Set(['1']), reading, charactersMax) };
  };

  it('are shortened', async () => {
    const { asked, read } = openLong(() => false);
    deepEqual((await read()).get('1')?.lost_values, 7);
    deepEqual(asked, ['CAST(', 'byteSize(', 'all_keys']);
  });

  it('are counted where even that is too much', async () => {
    for (const kind of ['byteSize(', 'all_keys']) {
      const { asked, read } = openLong(each => each === kind);
      deepEqual((await read()).get('1')?.lost_values, 7);
      deepEqual(asked.at(-1), '[] AS keys');
    }
  });
});
