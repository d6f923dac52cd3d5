import { deepEqual, ok } from 'node:assert/strict';
import { Unavailable } from '../../platform/errors.ts';
import type { NewRecord } from '../../platform/topic-log/port.ts';
import { startReceivingMarks } from '../../services/ingest-api/receiving/marks.ts';
import { until } from '../support/until.ts';

describe('the marks of an ingest-api', () => {
  it('say on every partition that telemetry can be received', async () => {
    const appended: NewRecord[] = [];
    const topicLog = {
      partitions: async () => 3,
      append: async (_: string, records: readonly NewRecord[]) => {
        appended.push(...records);
        return [];
      },
    };
    const marks = startReceivingMarks({ topicLog, clock: () => 1_000 });
    await until('the first mark', async () => appended.length > 0);
    await marks.stop();
    deepEqual(
      appended.map(({ partition, headers }) => [partition, headers.kind]),
      [0, 1, 2].map(partition => [partition, 'receiving']),
    );
    deepEqual(JSON.parse(Buffer.from(appended[0]?.value ?? []).toString()), {
      receivingAtMs: 1_000,
    });
  });

  it('are missing while the log takes no records, and the process goes on', async () => {
    let tries = 0;
    const topicLog = {
      partitions: async () => 1,
      append: async () => {
        tries++;
        throw new Unavailable('the log is away');
      },
    };
    const marks = startReceivingMarks({ topicLog, clock: () => 1_000 });
    await until('a try', async () => tries > 0);
    await marks.stop();
    ok(tries > 0);
  });
});
