import { deepEqual, equal, ok } from 'node:assert/strict';
import { Agent } from 'node:http';
import fc from 'fast-check';
import { z } from 'zod';
import { textKeyBytesMax } from '../../platform/lmdb/keys.ts';
import { serviceNameBytesMax } from '../../platform/otlp/limits.ts';
import { serviceNameCharactersMax } from '../../schemas/http/parts.ts';
import { keyOwner } from '../support/api-keys.ts';
import { onBothEngines } from '../support/both-engines.ts';
import { type CheckedReader, checkedReader } from '../support/checked-reader.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { adminToken } from '../support/cluster-accounts.ts';
import { isOfPeople, sessionOf } from '../support/oauth-client.ts';
import { freshSpan } from '../support/otel-send.ts';
import { partOf, seed } from '../support/property.ts';
import { statusOf } from '../support/raw-request.ts';
import { type RouteParameter, routeParameters } from '../support/route-parameters.ts';

/** The head of a request may have 16 KiB; what is around the name needs some of it. */
const encodedCharactersMax = 15_000;

const organizationCharacters = 36;
const lengths = [
  1,
  serviceNameCharactersMax + 1,
  serviceNameBytesMax + 1,
  // The key of a service begins with its organization and a slash.
  ...[0, 1].map(more => textKeyBytesMax - organizationCharacters - 1 + more),
  textKeyBytesMax + 1,
  encodedCharactersMax,
];
/** For filters, which are no keys. */
const lengthsOfFilters = [1, textKeyBytesMax + 1, encodedCharactersMax];

/** Pieces that names are made of, percent-encoded: whole and broken characters, and what means something in a path. */
const pieces = [
  'a',
  '%C3%A9',
  '%E9%8D%B5',
  '%F0%9F%94%91',
  '%00',
  '%27',
  '%5C',
  '%2F',
  '%25',
  '+',
  '.',
  '%2E%2E%2F',
  '%7B',
  '%0A',
  // Half a pair, half a character, no percent-encoding at all.
  '%ED%A0%80',
  '%C3',
  '%FF',
  '%',
  '%zz',
  '%E0%A4%A',
];

const namesOf = (lengths: readonly number[]): readonly string[] => [
  ...pieces.flatMap(piece =>
    lengths
      .filter(length => length * piece.length <= encodedCharactersMax)
      .map(length => piece.repeat(length)),
  ),
  // It only fits before a key escapes it.
  `${'a'.repeat(700)}${'%00'.repeat(420)}`,
  '%24all',
  '__proto__',
  'constructor',
];

const names = { path: namesOf(lengths), query: namesOf(lengthsOfFilters) };

const canBeRegistered = (name: string): boolean =>
  [...name].length <= serviceNameCharactersMax &&
  name.isWellFormed() &&
  /\S/u.test(name) &&
  !/\p{Cc}/u.test(name);

const requestsAtOnce = 8;

/** Each parameter gets other names, so that a run of the gate meets all of them somewhere. */
const namesFor = ({ kind }: RouteParameter, index: number): string[] => {
  const all = names[kind];
  const count = partOf(all.length);
  return fc.sample(fc.shuffledSubarray([...all], { minLength: count, maxLength: count }), {
    seed: seed + index,
    numRuns: 1,
  })[0] as string[];
};

onBothEngines('names of every length and kind', function (start) {
  this.timeout(600_000);
  let server: WholeTidemark;
  let ada: CheckedReader;
  /** Of a person: some routes are for nobody else. */
  let session: string;
  const agent = new Agent({ keepAlive: true });

  before(async function () {
    server = await start(this);
    ada = await checkedReader(server, 'ada');
    session = await sessionOf(server, await keyOwner(server));
  });

  after(async () => {
    agent.destroy();
    await server?.close();
  });

  const headersFor = ({ route }: RouteParameter): Record<string, string> => ({
    ...(route.keys === 'admin'
      ? { Authorization: `Bearer ${adminToken}` }
      : { 'X-API-Key': isOfPeople(route) ? session : ada.key }),
    ...(route.method === 'POST' && { 'Content-Type': route.fileType ?? 'application/json' }),
  });

  /** The names whose answer has a status that was not expected, with that status. */
  async function unexpected(
    parameter: RouteParameter,
    waiting: string[],
    expected: readonly number[],
  ) {
    const found: string[] = [];
    const ask = async (): Promise<void> => {
      for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
        const request = { method: parameter.route.method, headers: headersFor(parameter), agent };
        const status = await statusOf(server.url, parameter.pathWith(name), request);
        if (!expected.includes(status))
          found.push(`${status}: ${name.slice(0, 12)} (${name.length})`);
      }
    };
    await Promise.all(Array.from({ length: requestsAtOnce }, ask));
    return found;
  }

  for (const [index, parameter] of routeParameters.entries()) {
    const { route, kind, name } = parameter;
    // What a path names is not there; a filter that fits nothing gives an empty answer, and SDKs ask for the breakpoints
    // of any service.
    const isNamed = kind === 'path' && !route.path.startsWith('/sdk/snapshots/');
    // A browser is sent back to the page of its checkout, which says that there is none.
    const isSentBack = route.name === 'completeCheckout';
    const expected = isNamed ? [400, 404, ...(isSentBack ? [303] : [])] : [200, 400, 404];
    it(`are answered ${expected.join(' or ')}: ${route.name}, ${kind} parameter ${name}`, async () => {
      deepEqual(await unexpected(parameter, namesFor(parameter, index), expected), []);
    });
  }

  it('are refused or kept where a service is registered, and projections go on', async () => {
    const texts = ['a', 'é', '鍵', '🔑', '\0', '\u0001', '\ud800', '/', "'", '\u2028'].flatMap(
      piece =>
        [1, 100, serviceNameCharactersMax, serviceNameCharactersMax + 1, textKeyBytesMax].map(
          length => piece.repeat(length),
        ),
    );
    for (const [index, service_name] of texts.entries()) {
      const email = `name-${index}@example.org`;
      const told = `${JSON.stringify(service_name.slice(0, 4))}, ${service_name.length}`;
      if (!canBeRegistered(service_name)) {
        const { status } = await server.post('/v1/integrate/register', { email, service_name });
        equal(status, 400, told);
        continue;
      }
      const { key } = await server.account(email, service_name);
      const { status, body } = await server.get('/v1/integrate/status', key);
      deepEqual([status, body.status], [200, 'active'], told);
    }
  });

  it('are refused or readable where spans name them', async () => {
    const texts = ['a', 'é', '鍵', '🔑', '\0', '\u0001', '\ud800', '/', "'"].flatMap(piece =>
      [1, 300, serviceNameBytesMax, serviceNameBytesMax + 1, 2_000].map(length =>
        piece.repeat(length),
      ),
    );
    for (const service of texts) await ada.sendSpans([freshSpan({})], { service });
    await server.caughtUp();
    const { body } = await server.get('/v1/services', ada.key);
    const { services } = z
      .object({ services: z.array(z.object({ name: z.string() })) })
      .parse(body);
    ok(services.some(({ name }) => Buffer.byteLength(name) === serviceNameBytesMax));
    for (const { name } of services) {
      const { status } = await server.get(
        `/v1/services/${encodeURIComponent(name)}/detail`,
        ada.key,
      );
      equal(status, 200, JSON.stringify(name.slice(0, 4)));
    }
  });
});
