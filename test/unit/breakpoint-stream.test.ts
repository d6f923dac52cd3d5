import { deepEqual, equal } from 'node:assert/strict';
import type { SdkBreakpointBody } from '../../schemas/snapshots/parts.ts';
import { snapshotReadLimits } from '../../services/query-api/snapshots/config.ts';
import {
  encoded,
  eventsBetween,
  initEvent,
  toldOf,
  type Watched,
} from '../../services/query-api/snapshots/stream/breakpoint-events.ts';
import { sdkEvent } from '../../services/query-api/snapshots/stream/event-lines.ts';

const body = (id: string, fields: Partial<SdkBreakpointBody> = {}) =>
  ({ id, capture_count: 0, enabled: true, ...fields }) as SdkBreakpointBody;
const watched = (isKilled: boolean, ...breakpoints: SdkBreakpointBody[]): Watched => ({
  breakpoints: breakpoints.map(encoded),
  isKilled,
});

/** As SDKs join lines: by a line feed, or by nothing. */
const joined = (text: string, by: string): unknown =>
  JSON.parse(
    text
      .split('\n')
      .filter(line => line.startsWith('data: '))
      .map(line => line.slice(6))
      .join(by),
  );

describe('The stream of breakpoints', () => {
  it('begins with the event init, which has all of the state', () => {
    const text = initEvent(watched(true, body('a')));
    equal(text.startsWith('event: init\ndata: '), true);
    deepEqual(joined(text, '\n'), { breakpoints: [body('a')], kill_switch: true });
  });

  it('says what differs between two states, and no capture', () => {
    const before = watched(false, body('same'), body('changed'), body('gone'));
    const after = watched(
      true,
      body('same', { capture_count: 7 }),
      body('changed', { condition: 'a' }),
      body('new'),
    );
    deepEqual(eventsBetween(toldOf(before), after), [
      sdkEvent('kill_switch', { enabled: true }),
      sdkEvent('breakpoint_updated', body('changed', { condition: 'a' })),
      sdkEvent('breakpoint_created', body('new')),
      sdkEvent('breakpoint_deleted', { id: 'gone' }),
    ]);
    deepEqual(eventsBetween(toldOf(after), after), []);
  });

  it('breaks long data at blanks of JSON, so that every line is short', () => {
    const text = 'two  blanks, a "quote" and é';
    const data = Array.from({ length: 2_000 }, (_, index) => ({
      index,
      text,
      empty: {},
      list: [],
    }));
    const sent = sdkEvent('init', data);
    const longest = Math.max(...sent.split('\n').map(line => Buffer.byteLength(line)));
    equal(longest < snapshotReadLimits.eventLineBytesMax, true);
    for (const by of ['\n', '']) deepEqual(joined(sent, by), data);
    equal(sent.endsWith('\n\n') && !sent.slice(0, -2).includes('\n\n'), true);
  });

  it('breaks a long event init between breakpoints, and a breakpoint that is too long itself', () => {
    const long = body('long', { capture_expressions: ['"a, b"'.repeat(20_000)] });
    const breakpoints = [body('first'), long, body('last')];
    const sent = initEvent(watched(false, ...breakpoints));
    for (const by of ['\n', '']) deepEqual(joined(sent, by), { breakpoints, kill_switch: false });
    const lines = sent.split('\n').filter(line => !line.includes('a, b'));
    equal(
      lines.every(line => Buffer.byteLength(line) < 1_000),
      true,
    );
  });
});
