import { dayMs } from '../../../schemas/durations.ts';
import { beforeText, changesText, comparisonText } from '../core/copilot/direct-text.ts';
import type { Incident } from '../core/copilot/incident.ts';
import { ms, percent } from '../core/copilot/incident-text.ts';
import { copilotLimits } from './config.ts';
import type { Context } from './context.ts';
import type { Investigation } from './investigate.ts';
import { readVersionFigures, type VersionFigures } from './read-version-figures.ts';
import { instantText, type Part } from './reading.ts';
import { referenceTo } from './references.ts';

/** The versions that began in the time, and in the hour before an incident. */
export async function aboutChanges(
  { read, told, intent }: Context,
  { looked }: Investigation,
): Promise<Part> {
  const [service, other] = intent.services;
  const isOfOne = service !== undefined && other === undefined;
  const query = {
    from: instantText(looked.fromMs - 60 * 60_000),
    to: instantText(looked.toMs),
    ...(isOfOne && { service }),
  };
  const { deployments } = await read('listDeployments', { query });
  const shown = deployments.slice(0, copilotLimits.namedMax);
  return {
    text: changesText(shown, told),
    references: shown.map(({ service_name: name }) => referenceTo('service', name)),
  };
}

/** Whether errors of the incidents, or alerts of their services, are known from the seven days before. */
export async function aboutBefore(
  context: Context,
  { incidents, looked }: Investigation,
): Promise<Part> {
  const [worst] = incidents;
  const to = worst?.episode.fromMs ?? looked.fromMs;
  const from = to - 7 * dayMs;
  const services = worst === undefined ? context.intent.services : [worst.service];
  const seen = [
    ...(worst === undefined ? [] : await errorsSeen(worst, { from, to }, context)),
    ...(await alertsSeen(services, { from, to }, context)),
  ];
  return { text: beforeText({ seen, from, to }, context.told), references: [] };
}

type Span = { readonly from: number; readonly to: number };

/** Groups of errors that were seen before the incident; what is counted ends with the last whole step before it. */
async function errorsSeen(
  { service, found }: Incident,
  { from, to }: Span,
  { read, told }: Context,
): Promise<string[]> {
  const types = new Set(found.failures.map(({ error_type: type }) => type).filter(Boolean));
  if (types.size === 0) return [];
  const services = new Set([service, ...found.failures.map(({ service_name: name }) => name)]);
  const query = { from: instantText(from), to: instantText(to), limit: String(errorsReadMax) };
  const { errors, step_seconds: seconds } = await read('listErrors', { query });
  const isBefore = (at: string): boolean => Date.parse(at) < to - copilotLimits.arrivingMs;
  return errors
    .filter(each => types.has(each.error_type) && services.has(each.service_name))
    .filter(({ first_seen: first }) => isBefore(first))
    .slice(0, copilotLimits.namedMax)
    .map(({ error_type: type, service_name: name, first_seen: first, series }) => {
      const steps = series.filter(({ timestamp }) => Date.parse(timestamp) + seconds * 1000 <= to);
      const count = steps.reduce((sum, each) => sum + each.count, 0);
      const times = count === 0 ? '' : `, ${count} times in these days`;
      return `${type} in ${name} is known since ${told.at(Date.parse(first))}${times}.`;
    });
}

const errorsReadMax = 200;

async function alertsSeen(
  services: readonly string[],
  { from, to }: Span,
  { read, told }: Context,
): Promise<string[]> {
  const [service] = services;
  const query = {
    from: instantText(from),
    to: instantText(to),
    limit: String(copilotLimits.namedMax),
    ...(service !== undefined && { service }),
  };
  const { alerts } = await read('listAlerts', { query });
  return alerts.map(
    ({ message, triggered_at: at }) => `Alert at ${told.at(Date.parse(at))}: ${message}`,
  );
}

/** The last hour, or the time that is asked about, against the same time on another day. */
export async function aboutUsual(
  { read, intent, nowMs }: Context,
  found: Investigation,
): Promise<Part> {
  const services = namesOf(intent.services, found);
  const [days, when] = /week/u.test(intent.question) ? [7, 'a week before'] : [1, 'a day before'];
  const toMs = intent.time?.toMs ?? nowMs;
  const window = { window: '1h', end: instantText(toMs) };
  const earlier = { window: '1h', end: instantText(toMs - days * dayMs) };
  const texts = await Promise.all(
    services.map(async service => {
      const params = { service_name: service };
      const [now, then] = await Promise.all(
        [window, earlier].map(query => read('serviceMetrics', { params, query })),
      );
      return now && then ? comparisonText({ service, now, then }, when) : '';
    }),
  );
  return { text: texts.join(' '), references: services.map(name => referenceTo('service', name)) };
}

const namesOf = (named: readonly string[], { incidents, services }: Investigation): string[] =>
  (named.length > 0
    ? named
    : [...incidents, ...services.map(({ name }) => ({ service: name }))].map(
        ({ service }) => service,
      )
  )
    .filter((name, at, all) => all.indexOf(name) === at)
    .slice(0, copilotLimits.servicesMax);

/** Two versions of a service, by the figures of the requests of each. */
export async function aboutVersions(
  { asking, warehouse, intent }: Context,
  found: Investigation,
): Promise<Part> {
  const [service] = namesOf(intent.services, found);
  if (service === undefined) return { text: '', references: [] };
  const { fromMs: from, toMs: to } = found.looked;
  const reading = { warehouse, signal: asking.signal };
  const organization = asking.key.organizationId;
  const figures = await Promise.all(
    intent.versions
      .slice(0, 2)
      .map(version => readVersionFigures({ organization, service, version, from, to }, reading)),
  );
  return {
    text: `${service}: ${figures.map(versionText).join(' ')}`,
    references: [referenceTo('service', service)],
  };
}

const versionText = ({ version, requests, errors, p95Ms }: VersionFigures): string =>
  requests === 0
    ? `version ${version} had no requests in this time.`
    : `version ${version} had ${requests} requests, of which ${percent((100 * errors) / requests)} failed, p95 latency ${ms(p95Ms)}.`;
