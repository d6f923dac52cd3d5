import { deepEqual, equal, notEqual, ok, rejects } from 'node:assert/strict';
import type { EventStore } from '../../platform/event-store/port.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import type { Projections } from '../../projections/engine/run.ts';
import { eventVersion } from '../../schemas/events/event.ts';
import { upcast } from '../../schemas/events/upcast.ts';
import type { QueryOf, ResponseOf } from '../../schemas/http/routes.ts';
import { organizationId } from '../../schemas/ids.ts';
import { alertSummary } from '../../services/query-api/alerts/summary.ts';
import { limits } from '../../services/query-api/config.ts';
import { storedEvents } from '../support/fixtures.ts';
import { projectionRuns } from '../support/projection-runs.ts';
import { until } from '../support/until.ts';

type Summary = ResponseOf<'alertSummary'>;
type Query = Partial<QueryOf<'alertSummary'>>;

const ada = organizationId('ada');
const eve = organizationId('eve');

describe('a summary of alerts that waits', function () {
  this.timeout(60_000);
  const { openEvents, openRows, start } = projectionRuns();
  let events: EventStore;
  let projections: Projections;
  let nowMs: number;
  let looked: number;
  let ids = 0;

  beforeEach(async () => {
    nowMs = 1_000_000;
    looked = 0;
    events = await openEvents();
    projections = await start(events, await openRows());
  });

  const open = () => {
    const handler = alertSummary({
      projections: {
        state: options => {
          looked++;
          return projections.state(options);
        },
      },
      clock: () => nowMs,
      staleSince: async () => null,
    });
    return async (query: Query = {}, signal = new AbortController().signal): Promise<Summary> => {
      const request = {
        key: { organizationId: ada, keyId: 'key' },
        query: { wait: 0, ...query },
        address: '192.0.2.1',
        signal,
      };
      return (await handler(request as never)).body as Summary;
    };
  };

  /** Records an event of a type, as one of an organization. */
  const record = async (type: string, organization: typeof ada): Promise<void> => {
    const found = storedEvents(eventVersion).find(({ event }) => event.type === type);
    ok(found, type);
    const event = upcast(found.event);
    const own = {
      ...event,
      id: `event-${ids++}`,
      organizationId: organization,
      data: { ...event.data, organizationId: organization },
    };
    await events.append(found.stream, [own] as never, 'any');
  };

  /** Whether a request has looked several times more and still waits. */
  const expectWaiting = async (pending: Promise<unknown>): Promise<void> => {
    let isOver = false;
    const note = () => {
      isOver = true;
    };
    void pending.then(note, note);
    const before = looked;
    await until('it to look again', () => isOver || looked > before + 2);
    equal(isOver, false);
  };

  it('returns when a rule changes, with what it is then', async () => {
    const read = open();
    const { cursor, summary } = await read();
    equal(summary.total_rules, 0);
    const pending = read({ wait: 30, after: cursor });
    await expectWaiting(pending);
    await record('AlertRuleCreated', ada);
    const later = await pending;
    equal(later.summary.total_rules, 1);
    notEqual(later.cursor, cursor);
  });

  it('returns at once what changed since the cursor, and waits for the next change after it', async () => {
    const read = open();
    const { cursor } = await read();
    await record('SilenceStarted', ada);
    const later = await read({ wait: 30, after: cursor });
    notEqual(later.cursor, cursor);
    const pending = read({ wait: 30, after: later.cursor });
    await expectWaiting(pending);
    nowMs += 30_000;
    deepEqual((await pending).cursor, later.cursor);
  });

  it('waits for a change from now on without a cursor, and not for those of others or of other kinds', async () => {
    const read = open();
    await record('AlertRuleCreated', ada);
    const { cursor } = await read();
    const pending = read({ wait: 5 });
    await record('AlertRuleCreated', eve);
    await record('ApiKeyIssued', ada);
    await expectWaiting(pending);
    nowMs += 5_000;
    equal((await pending).cursor, cursor);
  });

  it('gives a key its share of places, which it has again when its clients leave', async () => {
    const read = open();
    const clients = Array.from(
      { length: limits.summaryWaits.perKeyMax },
      () => new AbortController(),
    );
    const waiting = clients.map(({ signal }) => read({ wait: 30 }, signal));
    const left = Promise.allSettled(waiting);
    await until('all to wait', () => looked >= 2 * waiting.length);
    await rejects(
      read({ wait: 30 }),
      error => error instanceof HttpProblem && error.status === 429,
    );
    equal((await read()).summary.total_rules, 0);
    for (const client of clients) client.abort();
    ok((await left).every(({ status }) => status === 'rejected'));
    const pending = read({ wait: 30 });
    await expectWaiting(pending);
    nowMs += 30_000;
    await pending;
  });

  it('refuses to wait for the past, and a cursor that it did not give', async () => {
    const read = open();
    const isRefused = (error: unknown) => error instanceof HttpProblem && error.status === 400;
    await rejects(read({ wait: 1, as_of: nowMs }), isRefused);
    for (const after of ['x', Buffer.from('change x').toString('base64url')])
      await rejects(read({ after }), isRefused);
  });
});
