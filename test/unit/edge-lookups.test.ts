import { deepEqual } from 'node:assert/strict';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { openEdges } from '../../services/processor/edges/edges.ts';
import { openEndMemory } from '../../services/processor/edges/end-memory.ts';
import { edgeOrganizations, endsOf } from '../support/edges-world.ts';

const [first, second] = edgeOrganizations;
const nowMs = 1_700_000_000_000;

describe('what edges look up in the warehouse', () => {
  const lookedUp: string[] = [];
  const warehouse = {
    query: async (sql: string) => {
      lookedUp.push(sql.includes('FROM spans') ? 'ends' : 'requests');
      return [];
    },
  } as unknown as Pick<Warehouse, 'query'>;
  const open = (bytesMax?: number) =>
    openEdges({ topic: 'spans', partition: 0 }, { warehouse, memory: openEndMemory(bytesMax) });
  const batchOf = (offset: number) => ({
    topic: 'spans',
    partition: 0,
    first: offset,
    last: offset,
  });
  const endOf = (organization: string, id: number) => ({
    organization,
    receivedAtMs: nowMs + id,
    span: {
      trace: id,
      id,
      isCaller: true,
      service: 'shop',
      target: '',
      endSeconds: nowMs / 1000,
      bucket: 0,
      failed: false,
    },
  });
  const { signal } = new AbortController();

  beforeEach(() => {
    lookedUp.length = 0;
  });

  it('is nothing but the last request of an organization that sends for the first time', async () => {
    const edges = open();
    await edges.of(await endsOf([endOf(first, 1)]), batchOf(0), signal);
    await edges.of(await endsOf([endOf(first, 2), endOf(second, 3)]), batchOf(1), signal);
    await edges.of(await endsOf([endOf(second, 4)]), batchOf(2), signal);
    deepEqual(lookedUp, ['requests', 'requests']);
  });

  it('is of all that memory has no room for only what has an end that was forgotten', async () => {
    const roomForOneTable = 20_000;
    const edges = open(roomForOneTable);
    const send = async (batch: number, from: number, to = from + 64): Promise<void> => {
      const spans = Array.from({ length: to - from }, (_, id) => endOf(first, from + id));
      await edges.of(await endsOf(spans), batchOf(batch), signal);
    };
    for (let batch = 0; batch < 20; batch++) await send(batch, batch * 64);
    deepEqual(lookedUp, ['requests']);
    await send(20, 5, 6);
    deepEqual(lookedUp, ['requests', 'ends']);
  });
});
