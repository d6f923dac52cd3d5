import { deepEqual } from 'node:assert/strict';
import { packTexts } from '../../services/processor/blocks/string-table.ts';
import { createOperationCardinalityLimiter } from '../../services/processor/cardinality/operation-limiter.ts';
import { limits } from '../../services/processor/config.ts';
import { secondsPerDay } from '../../services/processor/core/tables.ts';
import type { FoldedWindows } from '../../services/processor/decode/batch.ts';

const organization = '0190d3c8-4b7e-7c3a-9d2f-6a1b8c9d0e1f';
const range = { topic: 'spans', partition: 0, first: 0, last: 0 };
const to = { range, deltaPartitions: 1, signal: new AbortController().signal };

/** One operation of each service, in one day. */
async function batchOf(services: readonly string[]): Promise<FoldedWindows> {
  const day = Math.floor(Date.now() / 1_000 / secondsPerDay);
  const operations = {
    groups: await packTexts(services.map(service => `${organization} ${day} ${service}`)),
    groupOf: Uint32Array.from(services.keys()),
    operations: await packTexts(services.map(() => 'GET /')),
  };
  return { blocks: [], deltas: [], arrivals: [], failed: [], rows: services.length, operations };
}

describe('more services than an organization has room for', () => {
  it('have nothing read of those without room, and of the others once', async () => {
    const servicesAsked: number[] = [];
    const left: number[] = [];
    const cap = createOperationCardinalityLimiter({
      warehouse: {
        query: async (_text, { services }) => {
          servicesAsked.push(Array.isArray(services) ? services.length : 0);
          return [];
        },
      },
      onOverflow: operations => left.push(operations),
    });
    const { servicesMax, operationGroupsAtOnce: atOnce } = limits;
    const services = Array.from({ length: 3 * servicesMax }, (_, index) => `service ${index}`);
    for (let round = 0; round < 2; round++) await cap.applied(await batchOf(services), to);
    deepEqual(left, [2 * servicesMax, 2 * servicesMax]);
    const reads = Array.from({ length: servicesMax / atOnce }, () => atOnce);
    deepEqual(servicesAsked, [0, ...reads]);
  });
});
