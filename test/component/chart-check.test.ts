import { deepEqual, doesNotMatch, match, notEqual, ok } from 'node:assert/strict';
import { parse } from 'yaml';
import { names } from '../../platform/config/names.ts';
import { chartFaults } from '../deploy/chart/check.ts';
import { probeTimeFaults } from '../deploy/chart/probes.ts';
import { type Chart, readChart } from '../deploy/chart/read.ts';
import { isSecretSetting, settingNames } from '../deploy/chart/setting-names.ts';

type Text = Exclude<keyof Chart, 'templates' | 'configurations'>;

const changed = (text = '', part: string | RegExp, by: string): string => {
  const other = text.replace(part, by);
  notEqual(other, text, `expected ${part} to be there`);
  return other;
};

describe('the check of the chart', () => {
  const chart = readChart();
  const faultsOf = (other: Partial<Chart>): string =>
    chartFaults({ ...chart, ...other }).join('\n');
  const faultsWith = (file: Text, part: string | RegExp, by: string): string =>
    faultsOf({ [file]: changed(chart[file], part, by) });
  const faultsOfTemplate = (name: string, part: string, by: string): string =>
    faultsOf({
      templates: { ...chart.templates, [name]: changed(chart.templates[name], part, by) },
    });

  it('finds nothing wrong with what is there', () => {
    deepEqual(chartFaults(chart), []);
  });

  it('wants the version of the package', () => {
    match(faultsWith('chart', /^appVersion: .*/m, 'appVersion: 0.0.1'), /about version 0\.0\.1/);
    match(faultsWith('chart', /^version: .*/m, 'version: 0.0.1'), /Chart\.yaml is about/);
  });

  it('wants values that fit their schema', () => {
    match(faultsWith('values', 'replicas: 2', 'replicas: 1'), /roles\.ingest-api\.replicas/);
    match(faultsWith('values', 'pullPolicy: IfNotPresent', 'pullPolicy: Now'), /image\.pullPolicy/);
    match(
      faultsWith('values', 'KAFKA_PARTITIONS: "16"', 'KAFKA_PARTITIONS: 16'),
      /KAFKA_PARTITIONS/,
    );
    const minimal = changed(chart.configurations.minimal, 'S3_BUCKET', 'S3_BUCKETS');
    match(
      faultsOf({ configurations: { ...chart.configurations, minimal } }),
      /ci\/minimal-values\.yaml: settings\.S3_BUCKETS/,
    );
  });

  it('wants no secret among the settings', () => {
    for (const name of ['TIDEMARK_MASTER_KEY', 'KURRENTDB_URL', 'SMTP_URL', 'CLICKHOUSE_PASSWORD'])
      match(
        faultsWith('values', 'S3_ENDPOINT: ""', `${name}: text`),
        new RegExp(`settings.${name}`),
      );
    const { settingName, secretName, fileName } = settingNames;
    deepEqual(settingName.filter(isSecretSetting), []);
    const allowed = new Set([...settingName, ...secretName, ...fileName]);
    deepEqual(
      Object.keys(names.shape).filter(name => isSecretSetting(name) && !allowed.has(name)),
      ['TIDEMARK_API_KEY'],
    );
  });

  it('wants each value to be used, described and listed, and no other one in the templates', () => {
    match(faultsWith('values', /^maxUnavailable/m, 'unavailableMax'), /no value maxUnavailable/);
    match(
      faultsWith('values', /^maxUnavailable/m, 'unavailableMax'),
      /uses the value unavailableMax/,
    );
    match(
      faultsOfTemplate('roles.yaml', '.Values.dataVolume', '.Values.dataDisk'),
      /no value dataDisk/,
    );
    match(
      faultsWith('values', /^ *# Name of a PriorityClass.*\n/m, ''),
      /does not describe priorityClassName/,
    );
    match(
      faultsWith('values', /^ *# Pods of the gateway.*\n/m, ''),
      /does not describe gateway\.replicas/,
    );
    match(faultsWith('readme', '`topologyKeys`', 'keys'), /does not list topologyKeys/);
  });

  it('wants the roles that there are', () => {
    match(faultsWith('values', /^ {2}decider:/m, '  decision:'), /lacks the role decider/);
  });

  it('wants the parts that follow from the code', () => {
    match(faultsWith('gateway', 'query-api-by-key;', 'ingest-api;'), /nginx\.conf is not what/);
    match(faultsWith('schema', '"KAFKA_COMPRESSION",', ''), /values\.schema\.json is not what/);
  });

  it('wants probes that wait longer than what they wait for', () => {
    const { probes, stopping } = parse(chart.values);
    const with_ = (name: string, change: object) =>
      probeTimeFaults({ stopping, probes: { ...probes, [name]: { ...probes[name], ...change } } });
    match(with_('startup', { failureThreshold: 10 }).join(), /start is given up/);
    match(with_('liveness', { periodSeconds: 5 }).join(), /before the watchdog/);
    match(with_('readiness', { timeoutSeconds: 1 }).join(), /checks of dependencies/);
    const hasty = { ...stopping, graceSeconds: 40 };
    match(probeTimeFaults({ probes, stopping: hasty }).join(), /before it has drained/);
  });

  it('has a gateway that looks up the Pods of each role, and hides what is not for clients', () => {
    match(chart.gateway, /^ {2}resolver \{\{ include "tidemark\.resolver" \. \}\} valid=5s;$/m);
    const servers = [...chart.gateway.matchAll(/^ {4}server (.*);$/gm)].map(([, text]) => text);
    ok(servers.length === 4 && servers.every(text => text?.endsWith(' resolve')), servers.join());
    match(chart.gateway, /location \/admin \{ return 404; \}/);
    doesNotMatch(chart.gateway, /ingest-api-1/);
  });
});
