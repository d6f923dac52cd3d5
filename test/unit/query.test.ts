import { deepEqual, doesNotThrow, equal, match, throws } from 'node:assert/strict';
import { nearName } from '../../platform/http/near-name.ts';
import { parseQuery } from '../../platform/http/query.ts';
import type { Route } from '../../schemas/http/route.ts';
import { routes } from '../../schemas/http/routes.ts';
import { tools } from '../../services/query-api/mcp/tools/all.ts';

const routeOf = (name: string): Route => {
  const route: Route | undefined = routes.find(each => each.name === name);
  if (route === undefined) throw new Error(`expected a route ${name}`);
  return route;
};

const isFor = (route: Route): boolean => route.keys !== 'none' && route.cors !== 'send';

describe('parameters that a route does not know', () => {
  it('are refused on every route that is asked under a key', () => {
    const asked = (routes as readonly Route[]).filter(isFor);
    equal(asked.length > 100, true);
    for (const route of asked)
      throws(() => parseQuery(route, { bogus: '1' }), { status: 400 }, route.name);
  });

  for (const [name, given, sentence] of [
    ['listTraces', 'service_name', /`service_name` is not known here; use `service`/],
    ['listTraces', 'start_time', /use `start_time_(?:from|to)`/],
    ['serviceDetail', 'windw', /use `window`/],
    ['serviceDetail', 'colour', /`colour` is not known here; known are `window`/],
    ['serviceDetail', 'name', /send `name` once, and only if the path has `-`/],
    ['listWebhooks', 'colour', /`colour` is not known here/],
    ['listWebhooks', 'name', /`name` is not known here/],
    ['listAlerts', 'asOf', /use `as_of`/],
  ] as const) {
    it(`are refused with what is near: ${given} of ${name}`, () =>
      throws(() => parseQuery(routeOf(name), { [given]: '1' }), { message: sentence }));
  }

  it('are ignored where only a cache or a campaign is meant', () => {
    const asked = { _: '1764120000', cb: '1', nocache: 'x' };
    deepEqual(parseQuery(routeOf('serviceDetail'), { ...asked, window: '1h' }), { window: '1h' });
    doesNotThrow(() => parseQuery(routeOf('checkoutPage'), { utm_source: 'mail' }));
    doesNotThrow(() => parseQuery(routeOf('livez'), { from: 'monitor' }));
  });

  it('do not include the key where it may come in the query', () => {
    doesNotThrow(() => parseQuery(routeOf('widgetOverview'), { api_key: 'x' }));
    throws(() => parseQuery(routeOf('listTraces'), { api_key: 'x' }), { status: 400 });
  });

  it('lose no telemetry', () => {
    for (const name of ['exportTraces', 'exportMetrics', 'uploadReplayChunk'])
      doesNotThrow(() => parseQuery(routeOf(name), { bogus: '1' }), name);
  });

  it('never show the name of a key', () =>
    throws(
      () => parseQuery(routeOf('listServices'), { [`tmk_live_${'a'.repeat(40)}`]: '' }),
      (error: Error) => {
        equal(error.message.includes('a'.repeat(20)), false);
        return true;
      },
    ));
});

describe('arguments that a tool does not know', () => {
  it('are refused with what is near', () => {
    const search = tools.find(({ name }) => name === 'search_traces');
    const { error } = search?.input.safeParse({ service_name: 'checkout' }) ?? {};
    match(error?.issues[0]?.message ?? '', /`service_name` is not known here; use `service`/);
  });

  it('are refused by every tool', () => {
    for (const { name, input } of tools)
      equal(
        input
          .safeParse({ bogus: 1 })
          .error?.issues.some(({ code }) => code === 'unrecognized_keys'),
        true,
        name,
      );
  });
});

describe('the near name', () => {
  for (const [given, known, near] of [
    ['Limit', ['offset', 'limit'], 'limit'],
    ['timerange', ['range', 'time_range'], 'time_range'],
    ['opreation', ['from', 'operation'], 'operation'],
    ['x', ['to', 'from'], undefined],
    ['', ['to', 'from'], undefined],
    ['bogus', [], undefined],
  ] as const) {
    it(`of ${given} among ${known.join(', ')} is ${near}`, () =>
      equal(nearName(given, known), near));
  }
});
