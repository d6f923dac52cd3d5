import { deepEqual } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import { healthCheckId } from '../../schemas/health/ids.ts';
import { organizationId } from '../../schemas/ids.ts';
import { type Sample, sampleRecord } from '../../schemas/samples/record.ts';
import { topics } from '../../schemas/topics.ts';
import { limits } from '../../services/monitor/config.ts';
import { readLastSamples } from '../../services/monitor/health/restore.ts';
import { openProcessing } from '../support/processing.ts';

type Processing = Awaited<ReturnType<typeof openProcessing>>;

describe('the samples from which a monitor goes on', () => {
  let processing: Processing;

  beforeEach(async () => {
    processing = await openProcessing();
  });
  afterEach(() => processing.close());

  it('are the last ones of each check before an offset, in the order of the topic', async () => {
    const owners = [randomUuid(), randomUuid()].map(organizationId);
    const subjects = owners.map(owner => ({
      organizationId: owner,
      checkId: healthCheckId(randomUuid()),
    }));
    const nowMs = Date.now();
    const samples = Array.from({ length: 60 }, (_, index): Sample => {
      const { organizationId: owner, checkId } = subjects[index % 2] as (typeof subjects)[number];
      return {
        kind: index % 3 === 0 ? 'heartbeat' : 'missed',
        organizationId: owner,
        subject: checkId,
        id: randomUuid(),
        atMs: nowMs - 100_000 + index,
        outcome: index % 3 === 0 ? 'passed' : 'failed',
        error: index % 3 === 0 ? '' : `failure ${index}`,
      };
    });
    await processing.topicLog.append(topics.samples, samples.map(sampleRecord));
    await processing.start();
    await processing.caughtUp();
    const { warehouse } = processing;
    const { signal } = new AbortController();
    const wanted = { partition: 0, offset: 50, sinceMs: nowMs - 1_000_000 };
    const found = await readLastSamples({ ...wanted, subjects }, { warehouse, signal });
    const first = 50 - 2 * limits.health.restoredSamplesMax;
    const expected = samples
      .slice(first, 50)
      .map((sample, index) => ({ sample, offset: first + index }));
    deepEqual(found, expected);
    const late = { ...wanted, sinceMs: nowMs };
    deepEqual(await readLastSamples({ ...late, subjects }, { warehouse, signal }), []);
    deepEqual(await readLastSamples({ ...wanted, subjects: [] }, { warehouse, signal }), []);
  });
});
