import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { HttpProblem } from '../../platform/http/problem.ts';
import { audit } from '../../projections/audit/audit.ts';
import { auditByKind, kindOf } from '../../projections/audit/audit-kinds.ts';
import { auditResources } from '../../projections/audit/audit-resources.ts';
import { eventClock } from '../../projections/engine/event-clock.ts';
import type { Projections } from '../../projections/engine/run.ts';
import { type AuditKind, auditKindNames } from '../../schemas/audit/kinds.ts';
import type { AuditEvent } from '../../schemas/audit/routes.ts';
import { eventVersion } from '../../schemas/events/event.ts';
import { upcast } from '../../schemas/events/upcast.ts';
import type { QueryOf } from '../../schemas/http/routes.ts';
import { type OrganizationId, organizationId } from '../../schemas/ids.ts';
import { auditLog } from '../../services/query-api/audit/audit-log.ts';
import { limits } from '../../services/query-api/config.ts';
import { domainHistories, type Recording } from '../support/domain-history.ts';
import { storedEvents } from '../support/fixtures.ts';
import { bytesOf, inBatches, never, projectionRuns } from '../support/projection-runs.ts';
import { holds } from '../support/property.ts';

type Page = { readonly events: readonly AuditEvent[]; readonly next_cursor: string | null };
type Query = QueryOf<'audit'>;

const projections = [audit, auditByKind, auditResources, eventClock];

async function read(
  running: Projections,
  organization: OrganizationId,
  query: Partial<Query> = {},
): Promise<Page> {
  const request = {
    key: { organizationId: organization },
    query: { limit: 50, ...query },
    signal: never,
  };
  const { body } = await auditLog({ projections: running })(request as never);
  return JSON.parse(String(body)) as Page;
}

/** Every page, followed by its cursor. */
async function readAll(
  running: Projections,
  organization: OrganizationId,
  query: Partial<Query>,
): Promise<readonly AuditEvent[]> {
  const events: AuditEvent[] = [];
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const page = await read(running, organization, { ...query, ...(cursor && { cursor }) });
    events.push(...page.events);
    cursor = page.next_cursor;
  }
  return events;
}

const idsOf = (events: readonly AuditEvent[]) => events.map(({ id }) => id);
const newestFirst = (recordings: readonly Recording[]) =>
  recordings.map(({ event }) => event.id as string).toReversed();

describe('the audit log over histories', function () {
  this.timeout(120_000);
  const { openEvents, openRows, start } = projectionRuns();

  it('has a row for each event of the organization, in pages of any length, and again when rebuilt', async () => {
    await holds(
      fc.asyncProperty(domainHistories, fc.integer({ min: 1, max: 3 }), async (history, limit) => {
        const rows = await openRows();
        const running = await start(inBatches(await openEvents(history), limit), rows, projections);
        await running.barrier(never);
        const organizations = new Set(history.map(({ event }) => event.organizationId));
        for (const organization of organizations) {
          if (organization === undefined) continue;
          const own = history.filter(({ event }) => event.organizationId === organization);
          const found = await readAll(running, organization, { limit });
          deepEqual(idsOf(found), newestFirst(own));
          const type = own[0]?.event.type ?? '';
          deepEqual(
            idsOf(await readAll(running, organization, { limit, type })),
            newestFirst(own.filter(({ event }) => event.type === type)),
          );
        }
        for (const { name } of [audit, auditByKind, auditResources]) {
          const live = bytesOf(rows, name);
          const report = await running.rebuild(name, { diff: true });
          ok(report.kind === 'rebuilt');
          deepEqual([report.differences, bytesOf(rows, name)], [[], live]);
        }
        await running.stop();
      }),
      12,
    );
  });

  it('has the events of some kinds in pages of any length, as a filter over all of them would', async () => {
    const someKinds = fc.subarray([...auditKindNames], { minLength: 1 });
    await holds(
      fc.asyncProperty(
        domainHistories,
        someKinds,
        fc.integer({ min: 1, max: 3 }),
        async (history, kinds, limit) => {
          const running = await start(await openEvents(history), await openRows(), projections);
          await running.barrier(never);
          const organizations = new Set(history.map(({ event }) => event.organizationId));
          for (const organization of organizations) {
            if (organization === undefined) continue;
            const own = history.filter(
              ({ event, stream }) =>
                event.organizationId === organization &&
                kinds.includes(kindOf(stream) as AuditKind),
            );
            deepEqual(
              idsOf(await readAll(running, organization, { limit, kinds })),
              newestFirst(own),
            );
          }
          await running.stop();
        },
      ),
      12,
    );
  });

  it('finds a rare kind behind more events than one request looks at', async () => {
    const [noise, key] = ['QuotaWarned', 'ApiKeyIssued'].map(type =>
      storedEvents(2).find(({ event }) => event.type === type),
    );
    ok(noise && key);
    const organization = organizationId('organization');
    const eventStore = await openEvents();
    const of = (event: object, id: string) => ({ ...event, organizationId: organization, id });
    await eventStore.append(key.stream, [of(key.event, 'key')] as never, -1);
    const many = Array.from({ length: limits.auditRowsMax + 10 }, (_, n) =>
      of(noise.event, `event-${n}`),
    );
    await eventStore.append(noise.stream, many as never, -1);
    const running = await start(eventStore, await openRows(), projections);
    const { events, next_cursor } = await read(running, organization, { kinds: ['keys'] });
    deepEqual([idsOf(events), next_cursor], [['key'], null]);
  });

  it('tells what each event changed, by the events before it', async () => {
    const [issued, revoked] = ['ApiKeyIssued', 'ApiKeyRevoked'].map(type =>
      storedEvents(2).find(({ event }) => event.type === type),
    );
    ok(issued && revoked);
    const running = await start(await openEvents([issued, revoked]), await openRows(), projections);
    const { organizationId: organization } = issued.event;
    ok(organization);
    const { events } = await read(running, organization);
    const [second, first] = events;
    deepEqual(second?.changes, [{ field: 'revoked', before: false, after: true }]);
    equal(second?.summary, 'The API key …mK3v was revoked');
    deepEqual(
      first?.changes.find(({ field }) => field === 'hash'),
      { field: 'hash', before: null, after: '(sealed)' },
    );
    ok(first?.changes.every(({ before }) => before === null));
  });

  it('has the events of every version', async () => {
    for (let version = 1; version <= eventVersion; version++) {
      const history = storedEvents(version).map(({ stream, event }) => ({
        stream,
        event: upcast(event),
      }));
      const running = await start(await openEvents(history), await openRows(), projections);
      await running.barrier(never);
      const own = history.filter(({ event }) => event.type === 'OrganizationCreated');
      const organization = own[0]?.event.organizationId;
      ok(organization);
      const all = history.filter(({ event }) => event.organizationId === organization);
      deepEqual(idsOf((await read(running, organization)).events), newestFirst(all));
    }
  });

  it('looks at so many rows for one page, and goes on from there', async () => {
    const organization = organizationId('organization');
    const event = storedEvents(2).find(each => each.event.type === 'QuotaWarned');
    ok(event);
    const history = Array.from({ length: limits.auditRowsMax + 10 }, (_, index) => ({
      stream: event.stream,
      event: { ...event.event, organizationId: organization, id: `event-${index}` },
    })) as unknown as readonly Recording[];
    const eventStore = await openEvents();
    await eventStore.append(
      event.stream,
      history.map(each => each.event),
      -1,
    );
    const running = await start(eventStore, await openRows(), projections);
    const page = await read(running, organization, { type: 'nothing' });
    deepEqual(page.events, []);
    ok(page.next_cursor);
    const next = { type: 'nothing', cursor: page.next_cursor };
    deepEqual(await read(running, organization, next), { events: [], next_cursor: null });
    equal((await readAll(running, organization, { limit: 500 })).length, history.length);
  });

  it('refuses a cursor that it did not give', async () => {
    const running = await start(await openEvents(), await openRows(), projections);
    for (const cursor of ['x', Buffer.from('before x').toString('base64url')])
      await read(running, organizationId('organization'), { cursor }).then(
        () => ok(false, 'expected a refusal'),
        error => ok(error instanceof HttpProblem && error.status === 400),
      );
  });
});
