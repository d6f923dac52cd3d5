import { deepEqual } from 'node:assert/strict';
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
