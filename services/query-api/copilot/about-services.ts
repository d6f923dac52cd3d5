import { errorText, slowestText } from '../core/copilot/direct-text.ts';
import { examplesOf } from '../core/copilot/incident-text.ts';
import { causesText } from '../core/copilot/sentences.ts';
import type { TimeAsked } from '../core/copilot/time-in.ts';
import { copilotLimits } from './config.ts';
import type { Context } from './context.ts';
import type { Investigation } from './investigate.ts';
import { instantText, type Part } from './reading.ts';
import { referenceTo } from './references.ts';

/** The groups of an error that the question names. */
export async function aboutErrors(name: string, { read, told }: Context): Promise<Part> {
  const { errors } = await read('listErrors', { query: { limit: '200' } });
  const own = errors
    .filter(({ error_type: type }) => type === name)
    .slice(0, copilotLimits.servicesMax);
  return {
    text: own.map(group => errorText(group, told)).join(' '),
    references: own.map(({ latest }) => referenceTo('trace', latest.trace_id)),
  };
}

/** A service in a time, and the place where its requests fail first or spend their time. */
export async function aboutService(
  service: string,
  time: TimeAsked,
  { read }: Context,
): Promise<Part> {
  const query = { service, ...rangeOf(time) };
  const found = await read('rootCauses', { query });
  const places = [...found.failures, ...found.slowness];
  const traces = [...new Set(places.flatMap(({ trace_ids: ids }) => ids))];
  const named = traces.slice(0, copilotLimits.tracesMax);
  return {
    text: [causesText(found), examplesOf(named)].filter(Boolean).join(' '),
    references: [referenceTo('service', service), ...named.map(id => referenceTo('trace', id))],
  };
}

/** The end of a time that is longer than a service is looked at in detail. */
const rangeOf = ({ fromMs, toMs }: TimeAsked) => ({
  from: instantText(Math.max(fromMs, toMs - copilotLimits.presetMs)),
  to: instantText(toMs),
});

/** The slowest operations of the services that are named, or of the slowest service. */
export async function aboutSlowest(
  { read, intent }: Context,
  { looked, services }: Investigation,
): Promise<Part> {
  const slowest = services.toSorted((left, right) => right.p95_latency - left.p95_latency);
  const named =
    intent.services.length > 0 ? intent.services : slowest.slice(0, 1).map(({ name }) => name);
  const texts = await Promise.all(
    named.slice(0, copilotLimits.servicesMax).map(async service => {
      const query = { service, ...rangeOf(looked) };
      const { operations } = await read('rootCauses', { query });
      return slowestText(service, operations);
    }),
  );
  return { text: texts.join(' '), references: named.map(name => referenceTo('service', name)) };
}
