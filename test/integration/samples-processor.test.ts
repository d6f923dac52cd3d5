import { deepEqual, equal } from 'node:assert/strict';
import type { NewRecord } from '../../platform/topic-log/port.ts';
import { randomUuid } from '../../platform/uuid.ts';
import { dayMs } from '../../schemas/durations.ts';
import { organizationId } from '../../schemas/ids.ts';
import {
  type Sample,
  sampleHeaders,
  sampleIdAt,
  sampleRecord,
} from '../../schemas/samples/record.ts';
import { deadLetterHeaders, deadLetterTopic, topics } from '../../schemas/topics.ts';
import { openProcessing } from '../support/processing.ts';

type Processing = Awaited<ReturnType<typeof openProcessing>>;

describe('processor of samples', () => {
  let processing: Processing;
  let organization: ReturnType<typeof organizationId>;
  const subject = randomUuid();
  const now = Date.now();

  beforeEach(async () => {
    processing = await openProcessing();
    organization = organizationId(randomUuid());
  });

  afterEach(() => processing.close());

  const result = (ageMs: number, fields: Partial<Sample> = {}): Sample => ({
    kind: 'check',
    organizationId: organization,
    subject,
    id: sampleIdAt(subject, now - ageMs),
    atMs: now - ageMs,
    outcome: 'passed',
    ...fields,
  });

  const send = (...records: readonly NewRecord[]) =>
    processing.topicLog.append(topics.samples, records);

  const run = async (): Promise<void> => {
    await processing.start();
    await processing.caughtUp();
  };

  const rows = () =>
    processing.warehouse.query<{ at: string; outcome: string; error: string }>(
      `SELECT toString(toUnixTimestamp64Milli(time)) AS at, outcome, error FROM samples
       WHERE organization = {organization:UUID} ORDER BY time`,
      { organization },
    );

  it('takes every field of a sample into the table', async () => {
    const sample = result(0, {
      outcome: 'failed',
      durationMs: 12.5,
      httpStatus: 503,
      error: 'expected status 200, found 503',
      detail: { a: [1, 'ü'] },
    });
    await send(sampleRecord(sample));
    await run();
    const found = await processing.warehouse.query<object>(
      `SELECT toString(samples.subject) AS subject, toString(sample) AS id, kind, outcome, duration, http_status, error,
              detail, partition, toString(offset) AS offset FROM samples WHERE organization = {organization:UUID}`,
      { organization },
    );
    deepEqual(found, [
      {
        subject,
        id: sample.id,
        kind: 'check',
        outcome: 'failed',
        duration: 12.5,
        http_status: 503,
        error: sample.error,
        detail: '{"a":[1,"ü"]}',
        partition: 0,
        offset: '0',
      },
    ]);
  });

  it('keeps the first of two results with one id, in a batch, in a later one and after a restart', async () => {
    const first = sampleRecord(result(0));
    const repeated = sampleRecord(result(0, { outcome: 'failed', error: 'later' }));
    await send(first, repeated);
    await run();
    await send(repeated);
    await processing.caughtUp();
    await processing.stop();
    await send(repeated, sampleRecord(result(10_000)));
    await run();
    deepEqual(await rows(), [
      { at: String(now - 10_000), outcome: 'passed', error: '' },
      { at: String(now), outcome: 'passed', error: '' },
    ]);
  });

  it('takes samples of several days at once', async () => {
    await send(...[0, 1, 3].map(days => sampleRecord(result(days * dayMs))));
    await run();
    equal((await rows()).length, 3);
  });

  it('leaves out kinds of later versions, and puts aside what nobody can read', async () => {
    const record = sampleRecord(result(0));
    const later = { ...record.headers, [sampleHeaders.kind]: 'weather' };
    await send({ ...record, headers: later }, { ...record, value: Buffer.from('{}') }, record);
    await run();
    equal((await rows()).length, 1);
    const letters = await processing.topicLog.read(
      deadLetterTopic(topics.samples),
      { partition: 0, offset: 0 },
      { recordsMax: 10, bytesMax: 1_000_000 },
    );
    deepEqual(
      letters.map(({ headers }) => headers[deadLetterHeaders.reason]),
      ['unreadable'],
    );
  });

  it('counts what a sample stores once a day, in its batch, in a later one and after a restart', async () => {
    const chunk = (atMs: number): NewRecord =>
      sampleRecord({ ...result(0), kind: 'replay', atMs, storedBytes: 1_000 });
    const today = Math.floor(now / dayMs) * dayMs;
    const sent = [chunk(today), chunk(today + 1), chunk(today - 1)];
    await send(...sent);
    await run();
    await send(chunk(today + 2));
    await processing.caughtUp();
    await processing.stop();
    await send(chunk(today + 3), sampleRecord(result(20_000)));
    await run();
    const found = await processing.warehouse.query<{ kind: string; bytes: string }>(
      `SELECT kind, toString(sum(bytes)) AS bytes FROM requests
       WHERE organization = {organization:UUID} AND topic = 'samples' GROUP BY kind ORDER BY kind`,
      { organization },
    );
    const length = ({ value }: NewRecord): number => value.length;
    deepEqual(found, [
      { kind: 'health', bytes: String(length(sampleRecord(result(20_000)))) },
      { kind: 'replays', bytes: String(2 * (1_000 + length(chunk(today)))) },
    ]);
  });
});
