import { deepEqual, equal, match, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { DeployBody } from '../../schemas/releases/parts.ts';
import { ranked } from '../../services/query-api/core/causes/candidate.ts';
import {
  type DeployFigures,
  deploys,
  recordedBefore,
  type SeenVersion,
} from '../../services/query-api/core/causes/deploys.ts';
import type { Figures } from '../../services/query-api/core/causes/symptoms.ts';
import { holds } from '../support/property.ts';

const fromMs = Date.UTC(2026, 10, 25, 12);
const startedByMs = fromMs + 300_000;
const sinceMs = fromMs - 3_600_000;
const minuteMs = 60_000;
const at = (minutes: number): string => new Date(fromMs + minutes * minuteMs).toISOString();

let ids = 0;
const deployment = (
  version: string,
  minutes: number,
  services: readonly string[] = ['checkout'],
): DeployBody => ({
  id: `deploy-${ids++}`,
  release_id: 'release',
  version,
  environment: 'production',
  services: [...services],
  name: null,
  url: null,
  deployer: null,
  started_at: null,
  finished_at: null,
  deployed_at: at(minutes),
});
const seenVersion = (service: string, version: string, minutes = -5): SeenVersion => ({
  service_name: service,
  version,
  previous_version: '1',
  first_seen_at: at(minutes),
});
const services = ['checkout', 'payments'];
const recordedOf = (all: readonly DeployBody[], seen: readonly SeenVersion[] = []) =>
  recordedBefore(all, { services, seen, sinceMs, startedByMs });
const namesOf = (all: readonly DeployBody[], seen: readonly SeenVersion[] = []) =>
  recordedOf(all, seen).map(each => `${each.service_name} ${each.deployment.version}`);

const requests = (count: number, errors: number): Figures => ({
  seconds: 900,
  requests: count,
  errors,
  p95Ms: 10,
});
const change = { before: requests(100, 0), during: requests(100, 50) };
const side = (count: number, rate: number, groups: number) => ({
  from: at(-60),
  to: at(0),
  request_count: count,
  error_count: 0,
  error_rate: rate,
  p95_latency: 2 * rate,
  new_error_groups: groups,
});
const figures: DeployFigures = {
  services: ['checkout'],
  window_seconds: 600,
  before: side(0, 0, 0),
  after: side(80, 40, 3),
  adoption: { from: at(-60), to: at(0), span_count: 0, version_span_count: 0, percent: 0 },
};
const incident = { fromMs, change, traces: ['t'], figures: new Map<string, DeployFigures>() };

describe('recorded deployments as causes', () => {
  it('are those from an hour before until it began, of the service and of those that causes are in', () => {
    const cases: readonly (readonly [what: string, of: DeployBody, isCandidate: boolean])[] = [
      ['shortly before', deployment('2', -5), true],
      ['of a dependency that a cause is in', deployment('2', -5, ['payments']), true],
      ['of several services', deployment('2', -5, ['stock', 'payments']), true],
      ['in the first window, in which it may have begun later', deployment('2', 4), true],
      ['in the instant in which it began', deployment('2', 5), true],
      ['after the beginning', deployment('2', 5.001), false],
      ['long after the beginning', deployment('2', 600), false],
      ['an hour before', deployment('2', -60), true],
      ['earlier', deployment('2', -60.001), false],
      ['of an unrelated service', deployment('2', -5, ['stock']), false],
      ['of no service and a version that no span names', deployment('2', -5, []), false],
    ];
    for (const [what, of, isCandidate] of cases)
      equal(recordedOf([of]).length, isCandidate ? 1 : 0, what);
  });

  it('without services are of those whose spans name the version', () => {
    const seen = [seenVersion('payments', '2'), seenVersion('stock', '2')];
    deepEqual(namesOf([deployment('2', -5, [])], seen), ['payments 2']);
  });

  it('are the last one of each service and version, as a search of all says', () =>
    holds(
      fc.property(
        fc.array(
          fc.record({
            version: fc.constantFrom('1', '2'),
            minutes: fc.integer({ min: -70, max: 10 }),
            services: fc.subarray(['checkout', 'payments', 'stock']),
          }),
          { maxLength: 10 },
        ),
        drawn => {
          const all = drawn.map(each => deployment(each.version, each.minutes, each.services));
          const seen = [seenVersion('checkout', '2')];
          const found = recordedOf(all, seen);
          for (const service of ['checkout', 'payments', 'stock'])
            for (const version of ['1', '2']) {
              const times = all
                .filter(each => each.version === version)
                .filter(({ services: own }) =>
                  own.length > 0
                    ? own.includes(service)
                    : service === 'checkout' && version === '2',
                )
                .map(each => Date.parse(each.deployed_at))
                .filter(ms => ms >= sinceMs && ms <= startedByMs && services.includes(service));
              const own = found.filter(
                each => each.service_name === service && each.deployment.version === version,
              );
              deepEqual(
                own.map(each => Date.parse(each.deployment.deployed_at)),
                times.length === 0 ? [] : [Math.max(...times)],
              );
            }
          const order = found.map(each => each.deployment.deployed_at);
          deepEqual(order, order.toSorted().reverse());
        },
      ),
      500,
    ));

  it('rank as versions that spans name, and with the rest of the candidates', () => {
    for (const minutes of [4, 0, -9, -20, -45]) {
      const [recorded] = deploys({
        ...incident,
        seen: [],
        recorded: recordedOf([deployment('2', minutes)]),
      });
      const [seen] = deploys({
        ...incident,
        seen: [seenVersion('checkout', '2', minutes)],
        recorded: [],
      });
      ok(recorded !== undefined && seen !== undefined);
      equal(recorded.score, seen.score);
      const other = { ...seen, kind: 'traffic', score: recorded.score - 0.01 } as const;
      deepEqual(ranked([other, recorded], 1), [recorded]);
    }
  });

  it('are one candidate with the version that spans name', () => {
    const recorded = recordedOf([deployment('2', -8), deployment('3', -2)]);
    const seen = [seenVersion('checkout', '2')];
    const found = deploys({ ...incident, seen, recorded });
    deepEqual(
      found.map(({ kind, subject, deployment: own }) => [kind, subject, own?.deployed_at]),
      [
        ['deploy', '2', at(-8)],
        ['deploy', '3', at(-2)],
      ],
    );
    match(
      found[0]?.explanation ?? '',
      /from version 1 to 2 at .*, and was deployed to production at/,
    );
    match(found[1]?.explanation ?? '', /^Version 3 of checkout was deployed to production at /);
    const [alone] = deploys({ ...incident, seen, recorded: [] });
    equal(alone?.deployment, undefined);
  });

  it('have the figures of their release as evidence, or those of the incident', () => {
    const recorded = recordedOf([deployment('2', -8)]);
    const id = recorded[0]?.deployment.id ?? '';
    const evidenceWith = (known: ReadonlyMap<string, DeployFigures>) =>
      deploys({ ...incident, figures: known, seen: [], recorded })[0]?.evidence;
    deepEqual(evidenceWith(new Map([[id, figures]])), [
      { name: 'error_rate', unit: 'percent', before: null, during: 40 },
      { name: 'p95_latency', unit: 'ms', before: null, during: 80 },
      { name: 'new_error_groups', unit: 'count', before: 0, during: 3 },
    ]);
    deepEqual(
      evidenceWith(new Map())?.map(({ name, during }) => [name, during]),
      [
        ['error_rate', 50],
        ['p95_latency', 10],
      ],
    );
  });
});
