import { deepEqual } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import { dayMs } from '../../schemas/durations.ts';
import { type OrganizationId, organizationId } from '../../schemas/ids.ts';
import { createReplayPass } from '../../services/monitor/parked.ts';
import { newTraces, openQuotaFixture, type QuotaFixture } from '../support/quota-fixture.ts';

describe('what an organization may park', function () {
  this.timeout(120_000);
  let fixture: QuotaFixture;
  let organization: OrganizationId;

  before(async () => {
    fixture = await openQuotaFixture();
    const bytes = await fixture.receive(organizationId(randomUuid()), newTraces(1));
    // A tenth of it has room for two requests, and not for a third.
    organization = await fixture.subscribe({ traceLimit: 1_000, bytesLimit: 20 * bytes + 5 });
    await fixture.exceed(organization);
  });
  after(() => fixture.close());

  const park = async () => {
    await fixture.park(organization, newTraces(1));
    await fixture.caughtUp();
  };
  const look = async () => {
    const pass = createReplayPass(fixture.dependencies);
    await fixture.dependencies.projections.barrier(new AbortController().signal);
    await pass(new AbortController().signal);
    await fixture.decide();
    await fixture.dependencies.projections.barrier(new AbortController().signal);
  };
  const facts = async () =>
    (await fixture.facts(organization)).map(({ type, data }) => [
      type,
      'requests' in data ? data.requests : undefined,
    ]);

  it('ends with a tenth of its plan, and the monitor records that once', async () => {
    await park();
    await look();
    deepEqual((await facts()).slice(1), []);
    await park();
    await look();
    await look();
    deepEqual((await facts()).slice(1), [['ParkingFilled', 2]]);
  });

  it('begins again when what is parked is over', async () => {
    fixture.clock.nowMs += 6 * dayMs + 1_000;
    await look();
    deepEqual((await facts()).slice(2), [['ParkingFreed', undefined]]);
  });
});
