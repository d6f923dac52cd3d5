import { deepEqual, equal, rejects, throws } from 'node:assert/strict';
import type { Permit } from '../../platform/http/admission.ts';
import { openWaitingRoom, type WaitingRoom } from '../../platform/shares/waiting-room.ts';
import { randomUuid } from '../../platform/uuid.ts';
import { organizationId } from '../../schemas/ids.ts';
import { admitOrWait } from '../../services/ingest-api/admission/admit.ts';
import { openBacklog } from '../../services/ingest-api/admission/consumer-lag.ts';
import { createAdmissionController } from '../../services/ingest-api/admission/controller.ts';
import { admissionLimits } from '../../services/ingest-api/config.ts';
import { backlogLimits, incoming, narrow, shared } from '../support/test-gate.ts';

const never = 600_000;

describe('requests without room', () => {
  let room: WaitingRoom<Permit>;
  let admit: ReturnType<typeof admitOrWait>;
  let refusals: string[];
  let nowMs: number;
  let backlog: ReturnType<typeof openBacklog>;
  const [flood, polite] = [organizationId(randomUuid()), organizationId(randomUuid())];

  const open = (limits: Partial<typeof admissionLimits.waiting> = {}): void => {
    room = openWaitingRoom<Permit>({
      ...admissionLimits.waiting,
      waitMsMax: never,
      wakeEveryMs: never,
      ...limits,
    });
    backlog = openBacklog(backlogLimits);
    const gate = createAdmissionController({
      backlog,
      limits: narrow,
      now: () => nowMs,
      onRefused: why => refusals.push(why),
      onReleased: () => room.wake(),
    });
    admit = admitOrWait(gate, room);
  };
  const ask = (organization = flood, bytes = shared, signal = new AbortController().signal) =>
    admit({ ...incoming(0, { wireBytes: bytes }), organizationId: organization }, () => signal);

  beforeEach(() => {
    refusals = [];
    nowMs = 0;
    open();
  });
  afterEach(() => room.stop());

  it('wait until one before them is answered, in order of arrival', async () => {
    const first = await ask();
    const order: string[] = [];
    const waiting = ['second', 'third'].map(async name => {
      const permit = await ask();
      order.push(name);
      permit.release();
    });
    equal(room.size(), 2);
    first.release();
    await Promise.all(waiting);
    deepEqual(order, ['second', 'third']);
    equal(room.size(), 0);
    deepEqual(refusals, []);
  });

  it('do not overtake those of their organization that wait', async () => {
    const first = await ask(flood, 900);
    const long = ask(flood, 200);
    const short = ask(flood, 1);
    equal(room.size(), 2);
    first.release();
    for (const permit of await Promise.all([long, short])) permit.release();
  });

  it('wait for the processor as well', async () => {
    const at = { partition: 'traces-0' };
    backlog.processed([{ ...at, committed: 0 }], 0);
    backlog.appended({ ...at, organization: flood, bytes: shared, atMs: 0 });
    const waiting = ask(flood, 10);
    equal(room.size(), 1);
    backlog.processed([{ ...at, committed: 1 }], 1);
    room.wake();
    (await waiting).release();
  });

  it('are rejected after the longest wait, with what was short', async () => {
    await room.stop();
    open({ waitMsMax: 1 });
    const first = await ask();
    await rejects(async () => ask(), { status: 503, code: 'overloaded' });
    const other = await ask(polite);
    await rejects(async () => ask(), { status: 429, code: 'rate_limited' });
    deepEqual(refusals, ['process', 'organization']);
    first.release();
    other.release();
    (await ask()).release();
  });

  it('take no room when their client left meanwhile', async () => {
    const first = await ask();
    const left = new AbortController();
    const waiting = ask(flood, shared, left.signal);
    left.abort();
    await rejects(async () => waiting, { name: 'AbortError' });
    equal(room.size(), 0);
    first.release();
    (await ask()).release();
    throws(() => ask(flood, 2 * shared, left.signal) && ask(flood, 1, left.signal), {
      name: 'AbortError',
    });
    deepEqual(refusals, []);
  });

  it('of one organization leave room to wait to the others', async () => {
    await room.stop();
    open({ requestsMax: 4, requestsPerOrganizationMax: 3 });
    const held = [await ask(flood), await ask(polite)];
    const waiting = [ask(), ask(), ask()];
    throws(() => ask(), { status: 429 });
    waiting.push(ask(polite));
    throws(() => ask(polite), { status: 429 });
    deepEqual(refusals, ['organization', 'organization']);
    for (const permit of held) permit.release();
    for (const permit of waiting) (await permit).release();
  });

  it('are found room for when a reservation expires, once each', async () => {
    // A body that is announced and does not come.
    await ask();
    const waiting = [ask(flood, 900), ask(flood, 900)];
    nowMs = admissionLimits.claimMs + 1;
    room.wake();
    (await Promise.race(waiting)).arrived();
    equal(room.size(), 1);
    nowMs = 2 * admissionLimits.claimMs + 2;
    for (const permit of waiting) (await permit).release();
    equal(room.size(), 0);
  });
});
