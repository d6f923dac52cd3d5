import { hourMs, minuteMs } from '../../../schemas/durations.ts';

/** Limits of answers and conversations. */
export const copilotLimits = {
  tracesMax: 3,
  servicesMax: 3,
  /** Services, alerts and anomalies that are named. */
  namedMax: 5,
  /** The time that is looked at where a question names none, and how long before it the service is known. */
  presetMs: 6 * hourMs,
  lookBackMs: 6 * hourMs,
  /** The longest time that one answer looks at. */
  askedMsMax: 7 * 24 * hourMs,
  /** Services that are looked at, those with the most requests; of those that stand out, how many are explained and told. */
  scannedMax: 200,
  explainedMax: 6,
  incidentsMax: 3,
  /** Around the begin and the end of what stands out, what is looked at in finer steps. */
  aroundMs: 30 * minuteMs,
  fineStepMs: 30_000,
  fineStepsMax: 120,
  /** What is so young may not have arrived yet, and is no silence. */
  arrivingMs: minuteMs,
  /** Of an incident that lasts longer, the beginning is looked at. */
  selectionMsMax: 6 * hourMs,
  neighboursMax: 2,
  neighbourTimesMin: 1.8,
  /** People that are counted by one attribute, and characters of a name. */
  affectedMax: 10_000,
  valueCharactersMax: 100,
  /** Earlier questions of a conversation that a follow-up question continues. */
  earlierMax: 10,
  /** Conversations of an organization that one list looks at, the newest first. */
  conversationsScannedMax: 10_000,
  /** As many as a conversation may have, and characters of the first one that are its title. */
  questionsMax: 200,
  titleCharactersMax: 80,
} as const;
