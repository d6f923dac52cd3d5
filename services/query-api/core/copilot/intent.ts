import { namesIn } from './names-in.ts';
import { type Now, type TimeAsked, timeIn } from './time-in.ts';
import { type Topic, topicsIn } from './topics.ts';

/** What a question is about. */
export type Intent = {
  readonly question: string;
  /** 32 hexadecimal digits each, in the order in which they are named. */
  readonly traces: readonly string[];
  readonly services: readonly string[];
  /** Undefined: none is named. */
  readonly time: TimeAsked | undefined;
  readonly topics: ReadonlySet<Topic>;
  /** Types of errors, and versions of services, that are named. */
  readonly errors: readonly string[];
  readonly versions: readonly string[];
};

/** What the organization has; `aliases` are other names of services. */
export type Known = {
  readonly services: readonly string[];
  readonly aliases: ReadonlyMap<string, string>;
  readonly errors: readonly string[];
};

export const intentOf = (question: string, known: Known, now: Now): Intent => ({
  question,
  traces: tracesIn(question),
  services: servicesIn(question, known),
  time: timeIn(question, now),
  topics: topicsIn(question),
  errors: namesIn(question, known.errors),
  versions: [...new Set(question.match(/\bv?\d+\.\d+(?:\.\d+)*(?:-[\w.]+)?/gu) ?? [])],
});

/** A follow-up question keeps the service and the time of those before it, where it names none itself. */
export const following = (intent: Intent, before: readonly Intent[]): Intent => ({
  ...intent,
  services:
    intent.services.length > 0 || intent.topics.has('everything')
      ? intent.services
      : (before.findLast(({ services }) => services.length > 0)?.services ?? []),
  time: intent.time ?? before.findLast(({ time }) => time !== undefined)?.time,
});

function servicesIn(question: string, { services, aliases }: Known): string[] {
  const named = namesIn(question, [...services, ...aliases.keys()]);
  return [...new Set(named.map(name => aliases.get(name) ?? name))];
}

const tracesIn = (question: string): string[] => [
  ...new Set((question.match(/\b[0-9a-f]{32}\b/giu) ?? []).map(id => id.toLowerCase())),
];
