import { equal, match, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { Cause } from '../../schemas/causes/cause.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { seededRandom } from '../../services/cli/demo/random.ts';
import {
  failingCustomer,
  type Incident,
  type IncidentKind,
  incidentKinds,
  type Sent,
  spansOfIncident,
} from '../support/incidents.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { textOf } from '../support/otel-send.ts';
import { text, traces } from '../support/otlp.ts';
import { partOf, seed } from '../support/property.ts';
import { type Reader, readerOf } from '../support/reader.ts';

const seeds = partOf(20);
/** Of the incidents of a kind, in percent. Quiet services too: chance alone looks unusual once in two thousand times. */
const foundMin = 90;
const within = 3;
/**
 * Of twenty incidents one may be missed, of the two of the gate none: it looks at the same ones each time, and `npm run
 * test:proofs` at others.
 */
const gateSeed = 450_663_674;
const drawn = seeds < 20 && process.env.TEST_SEED === undefined ? gateSeed : seed;
const draws = { seed: drawn, numRuns: seeds };
const spansOfRequestMax = 2_000;

const drawnIncident = (kind: IncidentKind): fc.Arbitrary<Incident> =>
  fc.record({
    kind: fc.constant(kind),
    service: fc.constantFrom('checkout', 'orders', 'gateway'),
    dependency: fc.constantFrom('payments', 'stock'),
    database: fc.constantFrom('db-1.example', 'db-2.example'),
    peer: fc.constantFrom('bank.example', 'mail.example'),
    customers: fc.integer({ min: 4, max: 8 }),
    requests: fc.integer({ min: 300, max: 500 }),
    failing: fc.double({ min: 0.3, max: 0.9, noNaN: true }),
    factor: fc.double({ min: 2.5, max: 6, noNaN: true }),
    baseMs: fc.double({ min: 5, max: 50, noNaN: true }),
    usualFailing: fc.double({ min: 0, max: 0.02, noNaN: true }),
  });

/** Whether a cause is the true one. */
const isTrue: Readonly<
  Record<Exclude<IncidentKind, 'quiet'>, (cause: Cause, of: Incident) => boolean>
> = {
  'bad deploy': ({ kind, subject, service_name: service }, of) =>
    kind === 'deploy' && subject === '2.0.0' && service === of.service,
  'slow database': ({ kind, subject }, { database }) =>
    kind === 'slow_dependency' && subject === `database postgresql:${database}`,
  'failing dependency': ({ kind, subject, service_name: service, explanation }, of) =>
    kind === 'failing_dependency' &&
    subject === `external ${of.peer}` &&
    service === of.dependency &&
    explanation.includes('ConnectionRefused: ConnectionRefused happened'),
  'attribute value': ({ kind, subject }) =>
    kind === 'attribute_value' && subject === `customer.id=${failingCustomer}`,
  'traffic spike': ({ kind }) => kind === 'traffic',
};

describe('causes of incidents drawn by seed', function () {
  this.timeout(1_800_000);
  let server: ObservedServer;

  before(async () => {
    server = await startObservedServer();
  });
  after(() => server?.close());

  const send = async (reader: Reader, sent: readonly Sent[]): Promise<void> => {
    const resources = new Map(sent.map(each => [`${each.service} ${each.version}`, each]));
    for (const { service, version } of resources.values()) {
      const own = sent.filter(each => each.service === service && each.version === version);
      for (let from = 0; from < own.length; from += spansOfRequestMax) {
        const spans = own.slice(from, from + spansOfRequestMax).map(({ span }) => span);
        const [resource] = traces(spans, service).resourceSpans;
        const attributes = [text('service.name', service), text('service.version', version)];
        const body = { resourceSpans: [{ ...resource, resource: { attributes } }] };
        equal((await reader.send(textOf(body))).status, 200);
      }
    }
  };

  const causesOf = async (incident: Incident, at: number): Promise<ResponseOf<'rootCauses'>> => {
    const reader = await readerOf(server, `${incident.kind.replace(' ', '-')}-${at}`);
    const endMs = Math.floor((Date.now() - 3_600_000) / 10_000) * 10_000;
    await send(reader, spansOfIncident(incident, endMs, seededRandom(drawn + at)));
    await server.caughtUp();
    const query = `service=${incident.service}&window=15m&end=${new Date(endMs).toISOString()}`;
    const answer = await server.get<ResponseOf<'rootCauses'>>(
      `/v1/root-causes?${query}`,
      reader.key,
    );
    equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };

  /** Where the true cause is, and what stands before it. */
  const placeOf = async (kind: Exclude<IncidentKind, 'quiet'>, incident: Incident, at: number) => {
    const { causes, reason } = await causesOf(incident, at);
    const place = causes.findIndex(cause => isTrue[kind](cause, incident));
    ok(place < 0 || causes[place]?.trace_ids.length, 'expected traces of the cause');
    return { place, said: [incident, causes, reason] };
  };

  for (const kind of incidentKinds.filter(each => each !== 'quiet')) {
    it(`${kind}: is among the first ${within}`, async () => {
      const places: { place: number; said: unknown }[] = [];
      for (const [at, incident] of fc.sample(drawnIncident(kind), draws).entries())
        places.push(await placeOf(kind, incident, at));
      const missed = places.filter(({ place }) => place < 0 || place >= within);
      const right = seeds - missed.length;
      const first = places.filter(({ place }) => place === 0).length;
      report(`${kind}: right in ${right} of ${seeds}, first in ${first}`);
      ok((100 * right) / seeds >= foundMin, JSON.stringify(missed[0]?.said, null, 1));
    });
  }

  it('quiet: names none, and no slowest place', async () => {
    const wrong: unknown[] = [];
    for (const [at, incident] of fc.sample(drawnIncident('quiet'), draws).entries()) {
      const { causes, slowness, reason } = await causesOf(incident, at);
      if (causes.length + slowness.length > 0) wrong.push([incident, causes, slowness]);
      else match(reason ?? '', /^Nothing is unusual: /);
    }
    report(`quiet: right in ${seeds - wrong.length} of ${seeds}`);
    ok((100 * wrong.length) / seeds <= 100 - foundMin, JSON.stringify(wrong[0], null, 1));
  });
});

const report = (line: string): boolean =>
  process.stdout.write(`      ${line}, TEST_SEED=${drawn}\n`);
