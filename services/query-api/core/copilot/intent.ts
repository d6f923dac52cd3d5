import type { metricsWindows } from '../../../../schemas/services/metrics-route.ts';
import { namesIn } from './names-in.ts';

export type MetricsWindow = (typeof metricsWindows)[number];

/** What a question is about. */
export type Intent = {
  /** 32 hexadecimal digits each, in the order in which they are named. */
  readonly traces: readonly string[];
  readonly services: readonly string[];
  /** Undefined: none is named. */
  readonly window: MetricsWindow | undefined;
  readonly topics: ReadonlySet<Topic>;
};

export type Topic = 'alerts' | 'anomalies' | 'causes' | 'languageModels';

const topicWords: Readonly<Record<Topic, RegExp>> = {
  alerts: /\b(?:alerts?|alarms?|firing|on[- ]call)\b/iu,
  anomalies: /\banomal(?:y|ies|ous)\b|\bunusual\b/iu,
  causes:
    /\b(?:why|causes?|caused|slow(?:er|est|ness)?|latency|errors?|fail(?:s|ed|ing|ures?)?|broken|wrong)\b/iu,
  languageModels: /\b(?:llms?|models?|tokens?|gen[- ]?ai|prompts?)\b/iu,
};

/** Reads a question; `known` are the services of the organization. */
export function intentOf(question: string, known: readonly string[]): Intent {
  const topics = Object.entries(topicWords).flatMap(([topic, words]) =>
    words.test(question) ? [topic as Topic] : [],
  );
  return {
    traces: tracesIn(question),
    services: namesIn(question, known),
    window: windowIn(question),
    topics: new Set(topics),
  };
}

const tracesIn = (question: string): string[] => [
  ...new Set((question.match(/\b[0-9a-f]{32}\b/giu) ?? []).map(id => id.toLowerCase())),
];

const unitMinutes: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1_440 };
const windows: readonly (readonly [MetricsWindow, number])[] = [
  ['5m', 5],
  ['15m', 15],
  ['1h', 60],
  ['6h', 360],
  ['24h', 1_440],
];

/** `last 30 minutes`, `past hour`, `today`: the shortest window that holds it, or the longest there is. */
function windowIn(question: string): MetricsWindow | undefined {
  if (/\b(?:today|yesterday|24 ?h)\b/iu.test(question)) return '24h';
  const found =
    /\b(?:last|past)\s+(?:(?<count>\d{1,4})\s*)?(?<unit>m|h|d)(?:in(?:ute)?s?|ours?|ays?|rs?)?\b/iu.exec(
      question,
    )?.groups;
  if (found === undefined) return undefined;
  const minutes = Number(found.count ?? 1) * (unitMinutes[(found.unit ?? 'm').toLowerCase()] ?? 1);
  return windows.find(([, length]) => length >= minutes)?.[0] ?? '24h';
}
