import { deepEqual, equal, ok } from 'node:assert/strict';
import type { DomainEvent } from '../../schemas/events/event.ts';
import { type EventId, organizationId } from '../../schemas/ids.ts';
import {
  afterReport,
  nothingReported,
  onFailures,
  type ReportedErrors,
  unrecordedFacts,
} from '../../services/notifier/core/trace-errors/reported.ts';
import {
  type UnreportedError,
  unreportedErrors,
} from '../../services/notifier/core/trace-errors/unreported.ts';
import { toEvent } from '../support/given.ts';

const owner = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const minute = 60_000;
const day = 24 * 60 * minute;

const errorOf = (trace: number) => ({
  traceId: trace.toString(16).padStart(32, '0'),
  spanId: '0000000000000001',
  service: 'checkout',
  operation: 'GET /pay',
  type: 'TypeError',
  message: 'no',
  replayId: '',
});
const upTo = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => errorOf(from + index));

/** A stream of one organization, and what its notifier knows of it. */
function world() {
  const events: DomainEvent[] = [];
  const reported = new Map<EventId, number>();
  let state: ReportedErrors = nothingReported(owner);
  const append = (facts: ReturnType<typeof unrecordedFacts>, nowMs: number): void => {
    for (const { id, fact } of facts) {
      const event = { ...toEvent(fact, nowMs), ...(id && { id }) };
      events.push(event);
      if (id !== undefined) reported.set(id, nowMs);
      state = after(event, events.length - 1);
    }
  };
  const after = (event: DomainEvent, revision: number): ReportedErrors => {
    ok(event.type === 'TraceFailed' || event.type === 'TraceErrorsHeldBack');
    return afterReport(nothingReported(owner), event, revision);
  };
  return {
    events,
    state: () => state,
    /** Everything but the last event is forgotten. */
    restart: (): void => {
      const last = events.at(-1);
      state = last === undefined ? nothingReported(owner) : after(last, events.length - 1);
    },
    take: (offset: number, errors: ReturnType<typeof upTo>, nowMs: number, more = 0): void => {
      if (offset <= state.offset) return;
      const unreported: readonly UnreportedError[] = unreportedErrors(
        owner,
        errors,
        id => reported.get(id),
        nowMs,
      );
      const { facts, reported: next } = onFailures(state, { offset, unreported, more }, nowMs);
      state = next;
      append(facts, nowMs);
    },
    flush: (offset: number, nowMs: number): void =>
      append(unrecordedFacts(state, offset, nowMs), nowMs),
    count: (type: DomainEvent['type']) => events.filter(event => event.type === type).length,
  };
}

describe('trace.error', () => {
  it('is reported once for a trace in 24 hours, and then under another id', () => {
    const { take, events } = world();
    take(0, [errorOf(1), errorOf(1), errorOf(2)], 0);
    take(1, [errorOf(1)], day - 1);
    equal(events.length, 2);
    take(2, [errorOf(1)], day);
    take(3, [errorOf(1)], 2 * day - 1);
    equal(events.length, 3);
    take(4, [errorOf(1)], 2 * day);
    deepEqual(
      events.map(({ data }) => (data as { error: { traceId: string } }).error.traceId.slice(-1)),
      ['1', '2', '1', '1'],
    );
    equal(new Set(events.map(({ id }) => id)).size, 4);
    equal(events[0]?.id, '420e4681-7746-5d8b-9865-b92a302eaeed');
  });

  it('is reported for 600 traces in a minute, and the others are counted', () => {
    const { take, flush, count, events, state } = world();
    take(0, upTo(599), minute);
    take(1, upTo(3, 599), minute + 1);
    equal(count('TraceFailed'), 600);
    take(2, upTo(10, 1_000), 2 * minute - 1, 7);
    equal(count('TraceFailed'), 600);
    flush(2, 2 * minute - 1);
    deepEqual([state().heldBack, state().offset], [19, 2]);
    flush(2, 2 * minute - 1);
    equal(count('TraceErrorsHeldBack'), 2);
    take(3, upTo(2, 2_000), 2 * minute);
    const held = events.slice(-2).map(({ data }) => (data as { heldBack: number }).heldBack);
    deepEqual(held, [19, 0]);
    equal(state().minuteCount, 2);
  });

  it('is the same when records are read again after a crash', () => {
    const records = Array.from({ length: 30 }, (_, offset) => upTo(50, offset * 40));
    const play = (crashAt?: number) => {
      const { take, flush, restart, events, state } = world();
      const takeFrom = (from: number, to: number): void => {
        for (let offset = from; offset <= to; offset++) {
          take(offset, records[offset] ?? [], minute + offset);
          if (offset % 4 === 3) flush(offset, minute + offset);
        }
      };
      if (crashAt !== undefined) {
        takeFrom(0, crashAt);
        restart();
        takeFrom(Math.max(0, crashAt - 7), 29);
      } else takeFrom(0, 29);
      flush(29, minute + 29);
      const reported = events.filter(({ type }) => type === 'TraceFailed');
      return { ids: reported.map(({ id }) => id), held: state().heldBack };
    };
    const calm = play();
    equal(calm.ids.length, 600);
    for (let crash = 0; crash < records.length; crash++) {
      const other = play(crash);
      deepEqual(other.ids, calm.ids);
      equal(other.held, calm.held);
    }
  });
});
