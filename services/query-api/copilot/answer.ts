import { localClock } from '../../../domain/silences/local-clock.ts';
import { mapInTurns, turnOf } from '../bounds/in-turns.ts';
import { clockText } from '../core/copilot/clock-text.ts';
import { following, intentOf } from '../core/copilot/intent.ts';
import { type Asking, callRoute } from '../route-call.ts';
import { aboutIncidents } from './about-incidents.ts';
import { aboutAlerts, aboutAnomalies, aboutLanguageModels, aboutTrace } from './about-one.ts';
import { copilotLimits } from './config.ts';
import type { Answering, Asked, Context } from './context.ts';
import { namesOf } from './known-names.ts';
import { nearServices } from './near-services.ts';
import type { Part, Read } from './reading.ts';

/**
 * The answer to a question from the data alone, in parts: what is asked directly first, then what is unlike before in
 * the time and the services that are asked about, and last what was not looked at. Nothing is said twice.
 */
export async function* answerFromData(
  asked: Asked,
  asking: Asking,
  answering: Answering,
): AsyncGenerator<Part> {
  const said = new Set<string>();
  for await (const part of partsOf(asked, asking, answering)) {
    if (part.text === '' || said.has(part.text)) continue;
    said.add(part.text);
    yield part;
  }
}

async function* partsOf(asked: Asked, asking: Asking, answering: Answering): AsyncGenerator<Part> {
  const nowMs = answering.clock();
  const clock = localClock(asked.timeZone);
  const read: Read = (name, input = {}) => callRoute(name, input, asking, answering.reads);
  const known = await namesOf(asked.question, read);
  const turn = turnOf(asking.key.organizationId, asking.signal);
  const [intent, near] = await understood(asked, known, { nowMs, clock, turn });
  const told = clockText(clock, asked.timeZone);
  const context = { ...answering, read, asking, intent, nowMs, told };
  for (const trace of intent.traces.slice(0, copilotLimits.tracesMax))
    yield await aboutTrace(trace, context);
  if (intent.traces.length > 0 && intent.services.length === 0) return;
  if (near.length > 0) yield { text: nearText(near), references: [] };
  else yield* aboutTopics(context);
}

type Now = {
  readonly nowMs: number;
  readonly clock: ReturnType<typeof localClock>;
  readonly turn: ReturnType<typeof turnOf>;
};
type Names = Awaited<ReturnType<typeof namesOf>>;

/** What the question means after those before it, and the words that are near to names of services. */
async function understood({ question, earlier }: Asked, known: Names, { turn, ...now }: Now) {
  const all = [...earlier, { question, atMs: now.nowMs }];
  const intents = await mapInTurns(
    all,
    each => intentOf(each.question, known, { ...now, nowMs: each.atMs }),
    turn,
  );
  const asked = intents.pop() ?? intentOf('', known, now);
  const intent = following(asked, intents);
  const isNamed = intent.services.length > 0;
  return [intent, isNamed ? [] : await nearServices(question, known.services, turn)] as const;
}

const nearText = (near: readonly { readonly word: string; readonly near: string }[]): string =>
  near
    .slice(0, copilotLimits.servicesMax)
    .map(
      ({ word, near: name }) =>
        `There is no service ${word}. Do you mean ${name}? Ask again with its name.`,
    )
    .join(' ');

const notOfIncidents = ['alerts', 'anomalies', 'languageModels'] as const;

async function* aboutTopics(context: Context): AsyncGenerator<Part> {
  const { topics, services, time, errors } = context.intent;
  if (topics.size + services.length + errors.length === 0 && time === undefined) {
    yield { text: notUnderstood, references: [] };
    return;
  }
  if (topics.has('languageModels')) yield await aboutLanguageModels(context);
  if (topics.has('alerts')) yield await aboutAlerts(context);
  if (topics.has('anomalies')) yield await aboutAnomalies(context);
  const others = [...topics].filter(topic => !notOfIncidents.some(each => each === topic));
  const isOnlyThose = topics.size > 0 && others.length === 0 && errors.length === 0;
  if (!(isOnlyThose && services.length === 0)) yield* aboutIncidents(context);
}

const notUnderstood = `I do not understand the question. I answer from traces, alerts and anomalies, such as: why a service is slow or fails ("why is checkout slow since 14:00?"), what changed, whether it is the database, who is affected, whether it is over, whether it happened before, which operations are slowest, how two versions compare, which alerts fire, what calls of language models cost, and what a trace (its 32 digits) shows. Name a service and a time such as "last 30 minutes", "yesterday" or "between 23:45 and 23:55".`;
