import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import fc from 'fast-check';
import { HttpProblem } from '../../platform/http/problem.ts';
import { openBacklog } from '../../services/ingest-api/admission/consumer-lag.ts';
import { createAdmissionController } from '../../services/ingest-api/admission/controller.ts';
import { holds } from '../support/property.ts';
import {
  admitNow,
  backlogLimits,
  bound,
  incoming,
  narrow,
  openTestGate,
  organization,
  reserved,
  shared,
  type Upload,
} from '../support/test-gate.ts';

/** By trying: the highest level at which all together are within the limit. */
function naiveShare(demands: readonly number[], limit: number): number {
  const sum = (level: number) =>
    demands.reduce((total, demand) => total + Math.min(demand, level), 0);
  if (sum(Number.POSITIVE_INFINITY) <= limit) return Number.POSITIVE_INFINITY;
  let [low, high] = [0, limit];
  for (let look = 0; look < 60; look++) {
    const middle = (low + high) / 2;
    if (sum(middle) <= limit) low = middle;
    else high = middle;
  }
  return high;
}

type Step = {
  readonly kind: number;
  readonly owner: number;
  readonly bytes: number;
  readonly at: number;
};

const steps = (ownersMax: number, bytesMax: number) =>
  fc.array(
    fc.record({
      kind: fc.integer({ min: 0, max: 9 }),
      owner: fc.integer({ min: 0, max: ownersMax - 1 }),
      bytes: fc.integer({ min: 1, max: bytesMax }),
      at: fc.nat(1000),
    }),
    { maxLength: 300 },
  );

const sum = (holdings: ReadonlyMap<number, number>): number =>
  [...holdings.values()].reduce((total, bytes) => total + bytes, 0);

function arrive(test: ReturnType<typeof openTestGate>, { owner, bytes }: Step): void {
  const before = test.holdings();
  const why = test.ask(owner, bytes);
  if (why === undefined || sum(before) + bytes > bound) return;
  const wanted = (before.get(owner) ?? 0) + bytes;
  const others = [...before].filter(([name]) => name !== owner).map(([, held]) => held);
  const share = naiveShare([wanted, ...others], shared);
  ok(wanted > share - 1e-6, `refused ${wanted} of a share of ${share}`);
  equal(why, others.length > 0 ? 'organization' : 'process');
}

function take(test: ReturnType<typeof openTestGate>, step: Step): void {
  const upload = test.uploads[step.at % (test.uploads.length || 1)];
  if (step.kind <= 5) arrive(test, step);
  else if (step.kind <= 8 || upload === undefined) test.end(step.at);
  else grow(test, upload, step.bytes);
}

/** A body that turns out longer than its head said. */
function grow(test: ReturnType<typeof openTestGate>, upload: Upload, bytes: number): void {
  const held = test.holdings();
  const isSmall = (held.get(upload.owner) ?? 0) + bytes <= narrow.reservedForBytesMax;
  const room = bound - (isSmall ? 0 : reserved) - sum(held);
  const more = () => upload.place.grow(upload.bytes + bytes);
  if (bytes > room) throws(more, /more is sent|more than its share/);
  else {
    more();
    upload.bytes += bytes;
    // What came counts once: the next growth begins where this one ended.
    test.uploads.splice(test.uploads.indexOf(upload), 1);
    grown.push(upload);
  }
}

const grown: Upload[] = [];

describe('the gate of ingest-api', () => {
  it('refuses nobody under its share, never exceeds its bound and gets everything back', async () => {
    const property = fc.property(steps(6, 700), all => {
      const test = openTestGate();
      for (const step of all) {
        take(test, step);
        // What grew is ended at once, so that the record beside the gate stays simple.
        for (const upload of grown.splice(0)) {
          ok(test.gate.underWay() <= bound);
          upload.place.release();
        }
        equal(test.gate.underWay(), sum(test.holdings()));
        ok(test.gate.underWay() <= bound, `${test.gate.underWay()} under way`);
      }
      while (test.uploads.length > 0) test.end(0);
      equal(test.gate.underWay(), 0);
    });
    await holds(property, 500);
  });

  it('has room for the share of each of twenty organizations, whatever the others took before', async () => {
    const property = fc.property(steps(20, 20), all => {
      const test = openTestGate();
      for (const step of all) {
        const before = test.holdings();
        if (step.kind > 7) test.end(step.at);
        else if (test.ask(step.owner, step.bytes) !== undefined) {
          const wanted = (before.get(step.owner) ?? 0) + step.bytes;
          ok(wanted > shared / 20, `refused ${wanted} of a share of at least ${shared / 20}`);
        }
      }
    });
    await holds(property, 300);
  });

  it('lets one organization have everything while it is alone', () => {
    const test = openTestGate();
    for (let count = 0; count < 10; count++) equal(test.ask(0, 100), undefined);
    equal(test.ask(0, 1), 'process');
    equal(test.ask(1, 100), undefined);
    equal(test.ask(0, 1), 'organization');
  });

  it('takes one request of whoever has none, however long', () => {
    const test = openTestGate();
    equal(test.ask(0, 1000), undefined);
    equal(test.ask(1, 2900), undefined);
    equal(test.ask(1, 1), 'organization');
    equal(test.ask(2, 200), 'process');
  });

  it('says 429 for a share and 503 for the process, both with a time that differs', () => {
    const asked = incoming(0, { wireBytes: 1000 });
    const seconds = new Set<string>();
    for (const random of [0, 0.4, 0.99]) {
      const backlog = openBacklog(backlogLimits);
      const gate = createAdmissionController({
        backlog,
        onRefused: () => undefined,
        limits: narrow,
        random: () => random,
      });
      const alone = admitNow(gate)(asked);
      throws(
        () => admitNow(gate)(asked),
        (problem: HttpProblem) => {
          seconds.add(problem.headers['Retry-After'] ?? '');
          return problem.status === 503 && problem.code === 'overloaded';
        },
      );
      admitNow(gate)({ ...asked, organizationId: organization(1) });
      throws(
        () => admitNow(gate)(asked),
        (problem: HttpProblem) =>
          problem.status === 429 && /^[123]$/.test(problem.headers['Retry-After'] ?? ''),
      );
      alone.release();
      alone.release();
      equal(gate.underWay(), 1000);
    }
    equal(seconds.size, 3);
  });

  it('holds little for a claim alone, and the rest as it comes', () => {
    const gate = createAdmissionController({
      backlog: openBacklog(backlogLimits),
      onRefused: () => undefined,
      limits: { ...narrow, expectedBytesMax: 200 },
    });
    const place = admitNow(gate)(incoming(0, { wireBytes: 9_000 }));
    equal(gate.underWay(), 200);
    place.grow(900);
    equal(gate.underWay(), 900);
    place.release();
    equal(gate.underWay(), 0);
  });

  it('lets go of the room of bodies that do not come, so that slow senders are in nobody’s way', () => {
    let nowMs = 0;
    const limits = { ...narrow, claimMs: 1000 };
    const gate = createAdmissionController({
      backlog: openBacklog(backlogLimits),
      limits,
      onRefused: () => undefined,
      now: () => nowMs,
    });
    const asked = incoming(1, { wireBytes: shared / 2 });
    const [slow, arrived] = [admitNow(gate)(asked), admitNow(gate)(asked)];
    slow.grow(10);
    arrived.grow(shared / 2);
    arrived.arrived();
    nowMs = limits.claimMs;
    throws(() => admitNow(gate)(asked), HttpProblem);
    nowMs++;
    admitNow(gate)({ ...asked, wireBytes: shared / 2 - 10 }).release();
    equal(gate.underWay(), shared / 2 + 10);
    slow.grow(90);
    equal(gate.underWay(), shared / 2 + 100);
    slow.release();
    arrived.release();
    equal(gate.underWay(), 0);
  });

  it('counts a compressed body and one of unknown length as what they may become', () => {
    const { gate } = openTestGate();
    const asked = incoming(0, { wireBytes: 100, isDeflated: true });
    const place = admitNow(gate)(asked);
    equal(gate.underWay(), 500);
    place.grow(400);
    equal(gate.underWay(), 500);
    place.grow(300);
    equal(gate.underWay(), 700);
    place.release();
    admitNow(gate)({ ...asked, wireBytes: undefined, isDeflated: false });
    equal(gate.underWay(), 10);
  });

  it('breaks off what falls silent once another finds no room, and nothing else', () => {
    let nowMs = 0;
    const broken: string[] = [];
    const gate = createAdmissionController({
      limits: { ...narrow, silentMs: 2_000, silentLookMs: 250 },
      now: () => nowMs,
      onRefused: () => undefined,
    });
    const read = (name: string) =>
      admitNow(gate)(
        incoming(0, { wireBytes: shared / 2, breakOff: () => void broken.push(name) }),
      );
    read('silent');
    const slow = read('slow');
    const arrived = admitNow(gate)(
      incoming(1, { wireBytes: 1, breakOff: () => void broken.push('arrived') }),
    );
    nowMs = 1_999;
    for (const place of [slow, arrived]) place.grow(shared / 2);
    arrived.arrived();
    equal(gate.ask(incoming(0, { wireBytes: shared })), undefined);
    deepEqual(broken, []);
    nowMs = 2_300;
    equal(gate.ask(incoming(0, { wireBytes: shared })), undefined);
    deepEqual(broken, ['silent']);
    nowMs = 4_300;
    equal(gate.ask(incoming(0, { wireBytes: shared })), undefined);
    deepEqual(broken, ['silent', 'slow']);
  });

  it('keeps the last part of its room for those who hold little', () => {
    const gate = createAdmissionController({
      limits: narrow,
      now: () => 0,
      onRefused: () => undefined,
    });
    const [much, little] = [incoming(0, { wireBytes: 1 }), incoming(1, { wireBytes: 1 })];
    const long = admitNow(gate)(much);
    long.grow(bound - reserved);
    throws(() => long.grow(1), { status: 503 });
    const short = admitNow(gate)(little);
    throws(() => long.grow(1), { status: 429 });
    short.grow(narrow.reservedForBytesMax);
    throws(() => short.grow(1), { status: 429 });
  });
});
