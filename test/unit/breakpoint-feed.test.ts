import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { hourMs } from '../../schemas/durations.ts';
import type { SdkBreakpointBody } from '../../schemas/snapshots/parts.ts';
import { snapshotReadLimits } from '../../services/query-api/snapshots/config.ts';
import {
  encoded,
  initEvent,
  type Watched,
} from '../../services/query-api/snapshots/stream/breakpoint-events.ts';
import { sdkEvent } from '../../services/query-api/snapshots/stream/event-lines.ts';
import {
  type Feed,
  openFeed,
  type Reader,
} from '../../services/query-api/snapshots/stream/feed.ts';
import { until } from '../support/until.ts';

const body = (condition: string) => ({ id: 'a', capture_count: 0, condition }) as SdkBreakpointBody;
const watched = (condition: string): Watched => ({
  breakpoints: [encoded(body(condition))],
  isKilled: false,
});

describe('the feed of breakpoints of a service', () => {
  let ending: AbortController;
  let feed: Feed;
  let reads: number;
  let now: Watched;
  let position: number;

  beforeEach(() => {
    ending = new AbortController();
    reads = 0;
    position = 0;
    now = watched('first');
    feed = openFeed({
      now: async () => {
        reads++;
        return now;
      },
      position: () => position,
      heartbeatMs: hourMs,
      signal: ending.signal,
    });
  });

  afterEach(() => ending.abort());

  const change = async (condition: string, by: Reader): Promise<void> => {
    now = watched(condition);
    position++;
    const end = by.next;
    await until('the change to be read', () => feed.read({ next: end }) !== 'none' || undefined);
  };

  it('reads and encodes the state once for all who come at the same time', async () => {
    const joined = await Promise.all(Array.from({ length: 500 }, () => feed.join()));
    equal(reads <= 2, true);
    equal(new Set(joined.map(({ init }) => init)).size <= 2, true);
    equal(String(joined[0]?.init), initEvent(watched('first')));
  });

  it('gives each reader the changes after its state, once each, in one text for all', async () => {
    const [first, second] = [await feed.join(), await feed.join()];
    equal(feed.read(first.reader), 'none');
    await change('second', first.reader);
    const later = await feed.join();
    equal(String(later.init), initEvent(watched('second')));
    equal(feed.read(later.reader), 'none');
    const text = feed.read(first.reader);
    equal(String(text), sdkEvent('breakpoint_updated', body('second')));
    equal(feed.read(second.reader), text);
    deepEqual([feed.read(first.reader), feed.read(second.reader)], ['none', 'none']);
  });

  it('keeps what the slowest reader has not taken within limits, and then gives it up', async () => {
    const { reader: slow } = await feed.join();
    const { reader: quick } = await feed.join();
    const long = 'x'.repeat(snapshotReadLimits.streamBytesKeptMax / 2);
    await change(`1${long}`, quick);
    notEqual(feed.read({ ...slow }), 'gone');
    for (const at of [2, 3]) {
      await change(`${at}${long}`, quick);
      notEqual(feed.read(quick), 'gone');
    }
    equal(feed.read(slow), 'gone');
  });
});
