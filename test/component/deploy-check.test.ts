import { deepEqual, doesNotMatch, match, notEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../platform/package.ts';
import { problem } from '../../schemas/http/problem.ts';
import type { Route } from '../../schemas/http/route.ts';
import { routes } from '../../schemas/http/routes.ts';
import { metricCatalog } from '../../schemas/probes/metric-catalog.ts';
import { composeFaults, readCompose, servicesOf } from '../deploy/compose.ts';
import { collectorFaults, dockerfileFaults } from '../deploy/files.ts';
import { gatewayConfig } from '../deploy/gateway.ts';
import { monitoringFaults, monitoringFiles } from '../deploy/monitoring/files.ts';
import { rows } from '../deploy/monitoring/panels.ts';
import { ruleGroups } from '../deploy/monitoring/rules.ts';

const read = (name: string): string => readFileSync(join(packageRoot(), 'deploy', name), 'utf8');

const secrets = {
  TIDEMARK_MASTER_KEY: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  TIDEMARK_ADMIN_TOKEN: '0123456789abcdef0123456789abcdef',
  CLICKHOUSE_PASSWORD: 'one',
  S3_SECRET_ACCESS_KEY: 'two',
};

describe('the check of deploy/', () => {
  const compose = read('compose.yaml');
  const faultsOf = (text: string): string[] => composeFaults(readCompose(text, secrets).compose);
  const without = (text: string, part: string | RegExp): string => {
    const changed = text.replace(part, '');
    notEqual(changed, text, `expected ${part} to be there`);
    return changed;
  };

  it('finds nothing wrong with what is there', () => {
    deepEqual(faultsOf(compose), []);
    deepEqual(readCompose(compose, secrets).missing, []);
    deepEqual(dockerfileFaults(read('Dockerfile')), []);
    deepEqual(collectorFaults(read('collector/config.yaml')), []);
  });

  it('wants a service for each role', () => {
    deepEqual(faultsOf(without(compose, /^ {2}decider:\n(?: {4}.*\n)+/m)), [
      'no service runs decider',
    ]);
  });

  it('wants settings that are known and enough', () => {
    match(faultsOf(compose.replace('SMTP_URL', 'SMTP_URI'))[0] ?? '', /SMTP_URI is no setting/);
    match(
      faultsOf(without(compose, /^ {2}KURRENTDB_URL.*\n/m))[0] ?? '',
      /KURRENTDB_URL is needed/,
    );
    match(faultsOf(compose.replace('"16"', many))[0] ?? '', /KAFKA_PARTITIONS/);
    deepEqual(readCompose(compose, {}).missing.length, 4);
  });

  it('wants versions, and time to drain', () => {
    match(faultsOf(compose.replace('kafka:4.1.0', 'kafka'))[0] ?? '', /image of kafka/);
    match(faultsOf(compose.replace(': 40s', ': 10s'))[0] ?? '', /killed after 10s/);
  });

  it('wants an image that is pinned, not run as root, and without the engine', () => {
    const file = read('Dockerfile');
    for (const [part, fault] of [
      ['USER node\n', /root/],
      [/^HEALTHCHECK.*\\\n.*\n/m, /HEALTHCHECK/],
      [' && rm -rf node_modules/chdb node_modules/@chdb', /chdb/],
      ['24.21.0-', /pinned/],
    ] as const) {
      match(dockerfileFaults(without(file, part))[0] ?? '', fault);
    }
  });

  it('wants a queue on disk in front of Tidemark', () => {
    const file = read('collector/config.yaml');
    match(collectorFaults(without(file, / {6}storage: .*\n/))[0] ?? '', /no queue on disk/);
    match(collectorFaults(without(file, / {4}headers:\n.*\n/))[0] ?? '', /sends no key/);
    match(collectorFaults(`${file}\nprocessors:\n  batch:\n`)[0] ?? '', /batch processor/);
  });

  it('has a gateway that knows every route', () => {
    const hosts = (role: 'ingest-api' | 'query-api') =>
      servicesOf(readCompose(compose, secrets).compose, role);
    const upstreams = { 'ingest-api': hosts('ingest-api'), 'query-api': hosts('query-api') };
    deepEqual(read('gateway/nginx.conf'), gatewayConfig(routes, upstreams));
    const one = {
      ...(routes.find(({ role }) => role === 'ingest-api') as Route),
      path: '/v1/else/:id',
      aliases: [],
      role: 'ingest-api',
    } as const;
    match(
      gatewayConfig(routes, upstreams),
      /location ~ \^\/\(livez\|readyz\|healthz\|metrics\)\/\?\$ \{ return 404; \}/,
    );
    match(gatewayConfig([...routes, one], upstreams), /\/v1\/else\/\[\^\/\]\+\/\?\$" +ingest-api;/);
  });

  it('has a dashboard and rules that are up to date, and point to the manual', () => {
    for (const [name, text] of Object.entries(monitoringFiles())) deepEqual(read(name), text, name);
    const manual = readFileSync(join(packageRoot(), 'docs/operations.md'), 'utf8');
    deepEqual(monitoringFaults(manual), []);
    deepEqual(monitoringFaults(without(manual, '### Consumer lag\n')), [
      'TidemarkConsumerLagGrows: docs/operations.md has no heading "Consumer lag"',
    ]);
    deepEqual(monitoringFaults(without(manual, /^\| `TidemarkDiskFull` .*\n/m)), [
      'docs/operations.md does not list TidemarkDiskFull critical',
    ]);
    deepEqual(monitoringFaults(`${manual}\n| \`TidemarkElse\` | warning | else |\n`), [
      'docs/operations.md lists TidemarkElse warning, which is no rule',
    ]);
  });

  it('has a dashboard and rules that name only metrics of the catalog, and all of them', () => {
    const expressions = [
      ...rows.flatMap(({ panels }) => panels.flatMap(({ queries }) => queries)),
      ...Object.values(ruleGroups).flat(),
    ].map(({ expr }) => expr.replaceAll(/"[^"]*"/g, ''));
    const named = new Set(expressions.flatMap(expr => expr.match(/\w+(?=\{)/g) ?? []));
    const series = Object.entries(metricCatalog).map(([name, { type }]) => ({
      name,
      all:
        type === 'histogram' ? ['bucket', 'sum', 'count'].map(part => `${name}_${part}`) : [name],
    }));
    const known = ['up', ...series.flatMap(({ all }) => all)];
    deepEqual(
      [...named].filter(name => !known.includes(name)),
      [],
    );
    const unused = series.filter(({ all }) => !all.some(name => named.has(name)));
    deepEqual(
      unused.map(({ name }) => name),
      [],
    );
  });

  it('has a dashboard whose panels do not lie over each other', () => {
    const { panels } = JSON.parse(read('monitoring/tidemark-dashboard.json')) as Dashboard;
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    );
    deepEqual(cells.length, new Set(cells).size);
    deepEqual(new Set(panels.map(({ id }) => id)).size, panels.length);
  });

  it('has a gateway that sends one key to one process of a role, which limits its rate, but for telemetry', () => {
    const text = read('gateway/nginx.conf');
    for (const role of ['ingest-api', 'query-api'])
      match(text, new RegExp(`upstream ${role}-by-key \\{\n +hash \\$key_or_client consistent;`));
    const servers = (route: string): string | undefined =>
      text
        .split('\n')
        .find(line => line.includes(route))
        ?.trim()
        .split(/ +/)
        .at(-1);
    deepEqual(
      ['GET /v1/services/?', '(PATCH|OPTIONS) /v1/organization', '(POST|OPTIONS) /v1/traces'].map(
        servers,
      ),
      ['query-api-by-key;', 'ingest-api-by-key;', 'ingest-api;'],
    );
    deepEqual(servers('/v1/ingest/recent'), 'ingest-api;');
  });

  it('has a gateway that says when to come back where no process answers, and where it looks names up again', () => {
    const upstreams = { 'ingest-api': ['one'], 'query-api': ['two'] };
    const text = gatewayConfig(routes, upstreams);
    const [, body = ''] = /return 503 '(.*)';/.exec(text) ?? [];
    deepEqual(problem.parse(JSON.parse(body)).status, 503);
    match(text, /error_page 502 = @unavailable;\n[^}]*add_header Retry-After 1 always;/);
    doesNotMatch(text, /^ +resolver | resolve;/m);
    const resolving = gatewayConfig(routes, { ...upstreams, resolver: 'dns' });
    match(resolving, /^ {2}resolver dns valid=5s;$/m);
    match(resolving, /zone ingest-api 256k;\n {4}server one:4318 resolve;/);
    // By the address of a process: a consistent hash goes by the name, which all of them share.
    match(resolving, /zone query-api-by-key 256k;\n {4}hash \$key_or_client;\n/);
  });
});

const many = '"0"';

type Dashboard = {
  readonly panels: readonly {
    readonly id: number;
    readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
  }[];
};
