import { databaseText, overText } from '../core/copilot/direct-text.ts';
import { type Incident, tracesOf } from '../core/copilot/incident.ts';
import { incidentText } from '../core/copilot/incident-text.ts';
import { overviewText } from '../core/copilot/sentences.ts';
import type { Topic } from '../core/copilot/topics.ts';
import { aboutAffected } from './about-affected.ts';
import { aboutAlerts, aboutAnomalies } from './about-one.ts';
import { aboutBefore, aboutChanges, aboutUsual, aboutVersions } from './about-past.ts';
import { aboutErrors, aboutService, aboutSlowest } from './about-services.ts';
import { copilotLimits } from './config.ts';
import type { Context } from './context.ts';
import { type Investigation, investigate } from './investigate.ts';
import type { Part } from './reading.ts';
import { referenceTo } from './references.ts';

/** What is asked directly, in this order, and then the incidents themselves. */
const direct: readonly (readonly [
  Topic,
  (context: Context, found: Investigation) => Promise<Part>,
])[] = [
  ['over', async ({ told }, { incidents }) => plain(overText(incidents, told))],
  ['database', async (_, { incidents }) => plain(databaseText(incidents))],
  ['affected', aboutAffected],
  ['before', aboutBefore],
  ['changes', aboutChanges],
  ['versions', aboutVersions],
  ['usual', aboutUsual],
  ['slowest', aboutSlowest],
];

const plain = (text: string): Part => ({ text, references: [] });

export async function* aboutIncidents(context: Context): AsyncGenerator<Part> {
  const { intent, nowMs, read, told } = context;
  const { services, topics } = intent;
  // Of a comparison with a past week, that week is not the time of the incident.
  const time = topics.has('before') ? undefined : within(intent.time);
  const found = await investigate({ services, time, nowMs }, read);
  for (const name of intent.errors) yield await aboutErrors(name, context);
  for (const [topic, about] of direct) if (topics.has(topic)) yield await about(context, found);
  for (const incident of found.incidents)
    yield {
      text: incidentText(incident, told, copilotLimits.tracesMax),
      references: referencesOf(incident),
    };
  yield* aboutUnhit(context, found);
  if (found.incidents.length === 0) yield nothingUnusual(context, found);
  if (services.length > 0) yield await aboutAnomalies(context);
  if (topics.has('everything')) {
    yield await aboutAlerts(context);
    yield await aboutAnomalies(context);
  }
  yield plain(scopeText(context, found));
}

/** Services that are asked about and in which nothing stands out: what they do all the same. */
async function* aboutUnhit(context: Context, { looked, incidents }: Investigation) {
  const isHit = (name: string): boolean => incidents.some(({ service }) => service === name);
  const others = context.intent.services.filter(name => !isHit(name));
  for (const service of others.slice(0, copilotLimits.servicesMax))
    yield await aboutService(service, looked, context);
}

const within = (time: Context['intent']['time']) =>
  time && { ...time, fromMs: Math.max(time.fromMs, time.toMs - copilotLimits.askedMsMax) };

const referencesOf = (incident: Incident) => [
  ...[incident.service, ...incident.alsoHit].map(name => referenceTo('service', name)),
  ...tracesOf(incident, copilotLimits.tracesMax).map(id => referenceTo('trace', id)),
];

/** With the figures of the worst services, where those that are asked about were not told already. */
function nothingUnusual({ told, intent }: Context, { looked, services }: Investigation): Part {
  const when = told.range(looked.fromMs, looked.toMs);
  const nothing = `Nothing stands out ${when} against the hours before.`;
  if (intent.services.length > 0) return plain(nothing);
  return {
    text: `${nothing} ${overviewText(services, copilotLimits.namedMax, '')}`,
    references: services
      .slice(0, copilotLimits.namedMax)
      .map(({ name }) => referenceTo('service', name)),
  };
}

function scopeText({ told, intent }: Context, { looked, services }: Investigation): string {
  const named =
    intent.services.length === 0 ? `all ${services.length} services` : intent.services.join(', ');
  const scanned =
    services.length > copilotLimits.scannedMax
      ? `, of which the ${copilotLimits.scannedMax} busiest`
      : '';
  return `Looked at: spans of ${named}${scanned} ${told.range(looked.fromMs, looked.toMs)}, and the hours before. Not looked at: logs, metrics of hosts, and what sends no spans.`;
}
