import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { isHigher, quotaLevel } from '../../domain/billing/quota.ts';
import { subscriptions } from '../../projections/billing/subscriptions.ts';
import type { RecordQuota } from '../../schemas/billing/commands.ts';
import {
  type Month,
  monthAfter,
  monthEndMs,
  monthOf,
  monthStartMs,
} from '../../schemas/billing/month.ts';
import { freePlan } from '../../schemas/billing/quota.ts';
import type { EventOf, EventPayload } from '../../schemas/events/event.ts';
import { organizationId, subscriptionStream } from '../../schemas/ids.ts';
import { recordQuota } from '../support/account-commands.ts';
import { given, type Past, past, recordedAt, toEvent } from '../support/given.ts';
import { holds } from '../support/property.ts';

const organization = organizationId('organization-0');
const stream = subscriptionStream(organization);
const limits = { traceLimit: 100, bytesLimit: 1_000 };
const started = past(stream, {
  type: 'SubscriptionStarted',
  data: { organizationId: organization, plan: 'free', ...limits },
});
const october = monthOf(Date.UTC(2026, 9, 31, 23, 59, 59, 999));
const november = monthOf(Date.UTC(2026, 10));
const december = monthAfter(november);

type Figures = Partial<RecordQuota['data']>;

const record = (figures: Figures) =>
  recordQuota({ organizationId: organization, month: november, ...figures });
const reached = (type: 'QuotaWarned' | 'QuotaExceeded', figures: Figures): EventPayload => ({
  type,
  data: {
    organizationId: organization,
    month: november,
    traces: 0,
    bytes: 0,
    ...figures,
    ...limits,
  },
});
const restored = (month: Month): EventPayload => ({
  type: 'QuotaRestored',
  data: { organizationId: organization, month },
});
const closed = (month: Month, traces: number, bytes = 0): EventPayload => ({
  type: 'PeriodClosed',
  data: { organizationId: organization, month, traces, bytes },
});

describe('months', () => {
  it('are of UTC, sort as text and follow each other over years', async () => {
    await holds(
      fc.property(
        fc.date({ min: new Date('1971-01-01'), max: new Date('2999-01-01'), noInvalidDate: true }),
        date => {
          const month = monthOf(date.getTime());
          ok(monthStartMs(month) <= date.getTime() && date.getTime() < monthEndMs(month));
          ok(monthAfter(month) > month);
          equal(monthAfter(monthAfter(month), -1), month);
        },
      ),
      300,
    );
    equal(monthAfter(december), '2027-01');
  });
});

describe('quotas', () => {
  it('are neared at four fifths of either limit and used up at the whole', () => {
    equal(quotaLevel({ traces: 79, bytes: 799 }, limits), 'within');
    equal(quotaLevel({ traces: 80, bytes: 0 }, limits), 'warned');
    equal(quotaLevel({ traces: 0, bytes: 999 }, limits), 'warned');
    equal(quotaLevel({ traces: 100, bytes: 0 }, limits), 'exceeded');
    equal(quotaLevel({ traces: 0, bytes: 1_000 }, limits), 'exceeded');
    deepEqual(freePlan, { plan: 'free', traceLimit: 200_000, bytesLimit: 20_000_000_000 });
  });
});

describe('RecordQuota', () => {
  it('warns once at 80 % and says once at 100 % that it is exceeded', () => {
    given(started)
      .when(record({ traces: 79 }))
      .expect();
    given(started)
      .when(record({ traces: 80 }))
      .expect({ stream, facts: [reached('QuotaWarned', { traces: 80 })] });
    const warned = past(stream, reached('QuotaWarned', { traces: 80 }));
    given(started, warned)
      .when(record({ traces: 99 }))
      .expect();
    given(started, warned)
      .when(record({ traces: 90, bytes: 1_000 }))
      .expect({ stream, facts: [reached('QuotaExceeded', { traces: 90, bytes: 1_000 })] });
    const exceeded = past(stream, reached('QuotaExceeded', { traces: 100 }));
    given(started, warned, exceeded)
      .when(record({ traces: 130 }))
      .expect();
  });

  it('does not warn of what is exceeded already, nor of a month before', () => {
    const exceeded = past(stream, reached('QuotaExceeded', { traces: 100 }));
    given(started, exceeded)
      .when(record({ traces: 85 }))
      .expect();
    given(started, exceeded)
      .when(record({ month: october, traces: 100 }))
      .expect();
  });

  it('restores with the first news of a new month, or when the old one is closed', () => {
    const exceeded = past(stream, reached('QuotaExceeded', { traces: 100 }));
    given(started, exceeded)
      .when(record({ month: december, traces: 80 }))
      .expect({
        stream,
        facts: [restored(december), reached('QuotaWarned', { month: december, traces: 80 })],
      });
    given(started, exceeded)
      .when(record({ traces: 100, isFinal: true }))
      .expect({ stream, facts: [closed(november, 100), restored(december)] });
  });

  it('closes a month once, whatever a later count says', () => {
    given(started)
      .when(record({ traces: 7, bytes: 70, isFinal: true }))
      .expect({ stream, facts: [closed(november, 7, 70)] });
    const before = past(stream, closed(november, 7));
    given(started, before)
      .when(record({ traces: 8, isFinal: true }))
      .expect();
    given(started, before)
      .when(record({ traces: 100 }))
      .expect();
    given(started, before)
      .when(record({ month: october, traces: 3, isFinal: true }))
      .expect({ stream, facts: [closed(october, 3)] });
  });

  it('means nothing to an organization without a subscription', () => {
    given()
      .when(record({ traces: 100 }))
      .expect();
  });

  const figures = fc.record({
    month: fc.constantFrom(october, november, december),
    traces: fc.nat(130),
    bytes: fc.nat(1_300),
    isFinal: fc.boolean(),
  });

  it('gives each fact once, in whatever order and however often it comes', async () => {
    await holds(
      fc.property(fc.array(figures, { maxLength: 30 }), commands => {
        const facts = factsOf([...commands, ...commands]);
        const names = facts.map(({ type, data }) => `${type} ${'month' in data && data.month}`);
        equal(new Set(names).size, names.length);
        for (const month of [october, november, december]) {
          const warned = names.indexOf(`QuotaWarned ${month}`);
          const exceeded = names.indexOf(`QuotaExceeded ${month}`);
          ok(warned === -1 || exceeded === -1 || warned < exceeded);
        }
      }),
      300,
    );
  });

  it('tells of the highest level that a month reached before it was closed', async () => {
    await holds(
      fc.property(fc.array(figures, { maxLength: 30 }), all => {
        const commands = all.map(each => ({ ...each, month: november, isFinal: false }));
        const highest = commands
          .map(each => quotaLevel(each, limits))
          .reduce((a, b) => (isHigher(b, a) ? b : a), 'within');
        const row = rowAfter(factsOf(commands));
        equal(row?.reached?.level ?? 'within', highest);
      }),
      300,
    );
  });

  it('leaves a row that knows the latest closed month and the level of the latest news', async () => {
    await holds(
      fc.property(fc.array(figures, { maxLength: 30 }), commands => {
        const facts = factsOf(commands);
        const row = rowAfter(facts);
        const ends = facts.filter(({ type }) => type === 'PeriodClosed').map(({ data }) => data);
        const latest = ends
          .flatMap(data => ('month' in data && 'traces' in data ? [data] : []))
          .toSorted((a, b) => a.month.localeCompare(b.month))
          .at(-1);
        deepEqual(row?.closed?.month, latest?.month);
        deepEqual(row?.closed?.traces, latest?.traces);
        deepEqual([row?.plan, row?.traceLimit], ['free', 100]);
      }),
      300,
    );
  });
});

/** The facts that follow from commands one after the other. */
function factsOf(commands: readonly Figures[]): readonly EventPayload[] {
  const history: Past[] = [started];
  for (const command of commands) {
    const { decision } = given(...history).when(record(command));
    if (decision.kind !== 'accepted') throw new Error(`expected no refusal of ${decision.reason}`);
    history.push(...decision.appends.flatMap(({ facts }) => facts.map(fact => past(stream, fact))));
  }
  return history.slice(1).map(({ fact }) => fact);
}

const rowAfter = (facts: readonly EventPayload[]) =>
  [started.fact, ...facts]
    .map(fact => toEvent(fact, 0) as EventOf<'SubscriptionStarted'>)
    .reduce(
      (row, event) => subscriptions.project(row, event, organization, recordedAt(0)),
      undefined as Parameters<typeof subscriptions.project>[0],
    );
