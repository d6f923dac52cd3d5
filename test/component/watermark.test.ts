import { equal } from 'node:assert/strict';
import { Unavailable } from '../../platform/errors.ts';
import type { PartitionLag, TopicLog } from '../../platform/topic-log/port.ts';
import { organizationId } from '../../schemas/ids.ts';
import { telemetryHeaders, topics } from '../../schemas/topics.ts';
import { openWatermarks } from '../../services/query-api/watermark.ts';
import { until } from '../support/until.ts';

const nowMs = Date.UTC(2026, 0, 1);
const ada = organizationId('a0000000-0000-4000-8000-000000000001');
const { signal } = new AbortController();

type Partition = {
  readonly committed: number;
  readonly end: number;
  /** When the first record that is not committed was received. */
  readonly openMs?: number;
};

/** A log that says of its partitions what the test says, and how often it was asked. */
function logOf(partitions: readonly Partition[]) {
  const state = { partitions, isAway: false, hangs: false, asked: 0 };
  const lag: TopicLog['lag'] = async (group, topic) => {
    state.asked++;
    if (state.hangs) await new Promise(() => undefined);
    if (state.isAway) throw new Unavailable('the log is away');
    return state.partitions.map(
      ({ committed, end }, partition): PartitionLag => ({
        group,
        topic,
        partition,
        committed,
        end,
      }),
    );
  };
  const read: TopicLog['read'] = async (_, { partition, offset }) => {
    const openMs = state.partitions[partition]?.openMs;
    const headers = { [telemetryHeaders.receivedAtMs]: String(openMs) };
    const record = { partition, offset, key: '', value: Buffer.of(), headers, appendedAtMs: 0 };
    return openMs === undefined ? [] : [record];
  };
  return { state, topicLog: { lag, read } };
}

function watermarksOf(partitions: readonly Partition[], laterMs?: number) {
  const { state, topicLog } = logOf(partitions);
  const rows = [{ n: laterMs === undefined ? '0' : '1', at: String(laterMs) }];
  const warehouse = { query: async <Row>() => rows as Row[] };
  const group = 'processor';
  const watermarks = openWatermarks({
    topicLog,
    warehouse,
    group,
    topic: topics.spans,
    clock: () => nowMs,
  });
  /** A new answer of the log, once the last one is too old to serve. */
  const refreshed = (wanted: number) =>
    until('the watermark to be read again', async () =>
      (await watermarks.now()) === wanted ? wanted : undefined,
    );
  return { state, watermarks, refreshed };
}

const done = { committed: 7, end: 7 };

describe('the watermark of the data', () => {
  it('is now where nothing waits', async () => {
    equal(await watermarksOf([done, { committed: 0, end: 0 }]).watermarks.now(), nowMs);
  });

  it('is when the first request was received that waits in any partition', async () => {
    const behind = [5_000, 9_000].map(ms => ({ committed: 3, end: 9, openMs: nowMs - ms }));
    equal(await watermarksOf([done, ...behind]).watermarks.now(), nowMs - 9_000);
  });

  it('is never after now, whatever the clock of the receiver says', async () => {
    const behind = { committed: 3, end: 9, openMs: nowMs + 9_000 };
    equal(await watermarksOf([behind]).watermarks.now(), nowMs);
  });

  it('is asked of the log once for all who read at the same time, and seldom', async () => {
    const { state, watermarks } = watermarksOf([done]);
    for (let round = 0; round < 3; round++) {
      await Promise.all(Array.from({ length: 20 }, () => watermarks.now()));
    }
    equal(state.asked, 1);
  });

  it('stays what it was while the log is away, and goes on afterwards', async () => {
    const { state, watermarks, refreshed } = watermarksOf([
      { committed: 1, end: 2, openMs: nowMs - 5_000 },
    ]);
    equal(await watermarks.now(), nowMs - 5_000);
    state.isAway = true;
    await until('the log to be asked in vain', async () => {
      equal(await watermarks.now(), nowMs - 5_000);
      return state.asked > 1 ? true : undefined;
    });
    Object.assign(state, { isAway: false, partitions: [done] });
    equal(await refreshed(nowMs), nowMs);
  });

  it('is not told when the log was never reached, nor when it holds its answer back', async () => {
    const away = watermarksOf([done]);
    away.state.isAway = true;
    equal(await away.watermarks.now(), undefined);
    const hanging = watermarksOf([done]);
    hanging.state.hangs = true;
    equal(await hanging.watermarks.now(), undefined);
  });

  it('is not moved by a partition whose open record cannot be read', async () => {
    equal(await watermarksOf([{ committed: 1, end: 2 }]).watermarks.now(), undefined);
  });

  it('of the past is no later than what was learned after it', async () => {
    const minute = nowMs - 600_000;
    const atMinute = (laterMs?: number) =>
      watermarksOf([done], laterMs).watermarks.at(ada, minute, signal);
    equal(await atMinute(), minute);
    equal(await atMinute(minute + 1), minute);
    equal(await atMinute(minute - 30_000), minute - 30_000);
    equal(await watermarksOf([done], 0).watermarks.at(ada, undefined, signal), nowMs);
  });
});
