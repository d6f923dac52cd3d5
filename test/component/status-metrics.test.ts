import { deepEqual, equal } from 'node:assert/strict';
import { Unavailable } from '../../platform/errors.ts';
import { openMetrics } from '../../platform/metrics/registry.ts';
import { deadLetterTopic, topics } from '../../schemas/topics.ts';
import { adminLimits } from '../../services/admin/config.ts';
import { openDeadLetterCounts } from '../../services/admin/dead/dead-letter-counts.ts';
import { adminHandlers } from '../../services/admin/handlers.ts';
import { exposeStatus } from '../../services/admin/status-metrics.ts';
import { type AdminLogs, openAdminLogs } from '../support/admin.ts';

describe('the status as metrics', () => {
  let logs: AdminLogs;

  beforeEach(async () => {
    logs = await openAdminLogs();
  });
  afterEach(() => logs.close());

  const samplesOf = (text: string, name: string): string[] =>
    text.split('\n').filter(line => line.startsWith(`${name}{`) || line.startsWith(`${name} `));

  function exposed(changes: Partial<Parameters<typeof exposeStatus>[1]> = {}) {
    const metrics = openMetrics();
    exposeStatus(metrics, { ...logs.context, usesTopicLog: true, ...changes });
    return metrics;
  }

  it('have what tidemark status has', async () => {
    await logs.receive(5_000);
    await logs.bury({ offset: 3 });
    await logs.appendKeyEvents('api-key-1');
    const text = await exposed({ halted: () => ['spans/1 stopped'] }).expose();
    const node = process.versions.node;
    deepEqual(samplesOf(text, 'tidemark_build_info'), [
      `tidemark_build_info{version="0.0.0",node_version="${node}"} 1`,
    ]);
    deepEqual(samplesOf(text, 'tidemark_partitions_halted'), ['tidemark_partitions_halted 1']);
    const lags = samplesOf(text, 'tidemark_consumer_lag_records').map(line => line.split('} '));
    deepEqual(lags.map(([, lag]) => Number(lag)).sort(), [0, 1]);
    equal(
      lags[0]?.[0],
      'tidemark_consumer_lag_records{group="processor",topic="spans",partition="0"',
    );
    deepEqual(
      samplesOf(text, 'tidemark_dead_letters'),
      Object.values(topics).map(
        topic => `tidemark_dead_letters{topic="${topic}"} ${topic === 'spans' ? 1 : 0}`,
      ),
    );
    const [projection = ''] = samplesOf(text, 'tidemark_projection_lag_positions');
    equal(projection.split('} ')[0], 'tidemark_projection_lag_positions{projection="api-keys"');
  });

  it('lack what an engine that is away would have to say, and have the rest', async () => {
    const away = () => Promise.reject(new Unavailable('away'));
    const topicLog = { ...logs.topicLog, lag: away };
    const platform = { ...logs.context.platform, topicLog };
    const text = await exposed({ platform }).expose();
    deepEqual(samplesOf(text, 'tidemark_consumer_lag_records'), []);
    deepEqual(samplesOf(text, 'tidemark_dead_letters'), []);
    equal(samplesOf(text, 'tidemark_projection_lag_positions').length, 1);
  });

  it('read an engine once for all who scrape meanwhile', async () => {
    let reads = 0;
    const lag: typeof logs.topicLog.lag = (group, topic) => {
      if (group !== 'status') reads++;
      return logs.topicLog.lag(group, topic);
    };
    const platform = { ...logs.context.platform, topicLog: { ...logs.topicLog, lag } };
    const metrics = exposed({ platform });
    await Promise.all([metrics.expose(), metrics.expose()]);
    await metrics.expose();
    equal(reads, 1);
  });

  it('do not read the topic log where no role needs it', async () => {
    const text = await exposed({ usesTopicLog: false }).expose();
    equal(text.includes('tidemark_consumer_lag_records'), false);
    equal(text.includes('tidemark_dead_letters'), false);
  });

  it('count dead letters by reading each record once, until they are counted anew', async () => {
    let nowMs = 0;
    const read: string[] = [];
    const topicLog = {
      lag: logs.topicLog.lag,
      read: (topic, place, limits) => {
        read.push(`${topic} ${place.offset}`);
        return logs.topicLog.read(topic, place, limits);
      },
    } satisfies Partial<typeof logs.topicLog>;
    const counts = openDeadLetterCounts(topicLog, () => nowMs);
    const count = async () => {
      read.splice(0);
      return (await counts()).find(({ topic }) => topic === topics.spans)?.count;
    };
    const dead = deadLetterTopic(topics.spans);
    await logs.bury({ offset: 3 });
    await logs.bury({ offset: 4 });
    equal(await count(), 2);
    equal(await count(), 2);
    deepEqual(read, []);
    await logs.bury({ offset: 5 });
    equal(await count(), 3);
    deepEqual(read, [`${dead} 2`]);
    const { adminRedrive } = adminHandlers(logs.context);
    await adminRedrive(logs.request({ body: { all: true } }));
    equal(await count(), 0);
    nowMs = adminLimits.deadLettersAnewMs;
    equal(await count(), 0);
    deepEqual(read[0], `${dead} 0`);
  });
});
