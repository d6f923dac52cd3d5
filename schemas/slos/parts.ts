import { z } from 'zod';
import { instant, optionalNullable, serviceName } from '../http/parts.ts';
import { filled, line, wholeText } from '../http/text.ts';
import {
  objectiveKinds,
  objectiveWindows,
  targetDecimals,
  thresholdDecimals,
  windowDaysMax,
  windowDaysMin,
} from './objective.ts';

const nameCharactersMax = 200;
const descriptionCharactersMax = 2_000;
const operationCharactersMax = 1_000;
const thresholdMsMax = 86_400_000;

const decimalsUpTo = (digits: number) => (value: number) => Number(value.toFixed(digits)) === value;

const fields = {
  name: filled(line(nameCharactersMax)),
  description: wholeText(descriptionCharactersMax),
  kind: z.enum(objectiveKinds).meta({
    description:
      'What is good: `availability`, an entry span without an error; `latency`, an entry span that took at most `threshold_ms`.',
  }),
  threshold_ms: z
    .number()
    .positive()
    .max(thresholdMsMax)
    .refine(decimalsUpTo(thresholdDecimals), `expected at most ${thresholdDecimals} decimals`)
    .meta({ description: 'Of `latency`, and of no other kind.' }),
  service: serviceName,
  operation: wholeText(operationCharactersMax).min(1).meta({
    description: 'Entry spans of this name; all of the service when absent.',
  }),
  target: z
    .number()
    .gt(0)
    .lt(100)
    .refine(decimalsUpTo(targetDecimals), `expected at most ${targetDecimals} decimals`)
    .meta({ description: 'Percent of the entry spans that should be good.' }),
  window_days: z.int().min(windowDaysMin).max(windowDaysMax),
  window_type: z.enum(objectiveWindows).meta({
    description:
      '`rolling`: the last `window_days` days. `calendar`: the running week (`window_days` 7, from Monday), month (28 to 31) or quarter (90) in UTC.',
  }),
};

export const createdObjective = z.object({
  name: fields.name,
  description: optionalNullable(fields.description),
  kind: fields.kind,
  threshold_ms: optionalNullable(fields.threshold_ms),
  service: fields.service,
  operation: optionalNullable(fields.operation),
  target: fields.target,
  window_days: fields.window_days.default(30),
  window_type: fields.window_type.default('rolling'),
});

/** Null removes description, threshold and operation; else it counts as absent. */
export const changedObjective = z.object({
  name: optionalNullable(fields.name),
  description: fields.description.nullish(),
  kind: optionalNullable(fields.kind),
  threshold_ms: fields.threshold_ms.nullish(),
  service: optionalNullable(fields.service),
  operation: fields.operation.nullish(),
  target: optionalNullable(fields.target),
  window_days: optionalNullable(fields.window_days),
  window_type: optionalNullable(fields.window_type),
});

export const objectiveBody = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  kind: z.enum(objectiveKinds),
  threshold_ms: z.number().nullable(),
  service: z.string(),
  operation: z.string().nullable(),
  target: z.number(),
  window_days: z.int(),
  window_type: z.enum(objectiveWindows),
  created_at: instant,
  updated_at: instant,
});

export type ObjectiveBody = z.infer<typeof objectiveBody>;

export const burnWindowNames = ['5m', '30m', '1h', '6h', '3d'] as const;
export const objectiveStates = ['no_data', 'healthy', 'burning', 'exhausted'] as const;
export const burnAlertSeverities = ['critical', 'warning'] as const;

/** The range that is counted. */
const counted = {
  from: instant,
  to: instant.meta({ description: 'The end of the minute that was running.' }),
  is_whole: z.boolean().meta({
    description:
      'False when the window began before the first instant that is kept; what is counted begins at `from` then.',
  }),
  sample_count: z.int().meta({ description: 'Entry spans in the range.' }),
};

const burnRate = z.number().meta({
  description:
    'The share of entry spans that were not good, divided by the share that may be; 0 without entry spans.',
});

export const objectiveFigures = {
  ...counted,
  period_ends_at: instant
    .nullable()
    .meta({ description: 'When a calendar window ends; null when it is rolling.' }),
  good: z.int(),
  total: z.int(),
  achieved_percent: z.number().nullable().meta({ description: 'Null without entry spans.' }),
  budget: z.object({
    allowed: z.number().meta({
      description: 'Entry spans that may be not good: `total` × (1 − `target` / 100).',
    }),
    spent: z.int().meta({ description: 'Entry spans that were not good.' }),
    remaining: z.number().meta({ description: 'Below 0 when the objective is missed.' }),
    spent_percent: z.number().meta({ description: 'Of `allowed`; 0 without entry spans.' }),
    remaining_percent: z.number(),
  }),
  burn_rates: z.array(
    z.object({
      window: z.enum(burnWindowNames),
      good: z.int(),
      total: z.int(),
      burn_rate: burnRate,
    }),
  ),
  burn_alert: z.enum(burnAlertSeverities).nullable().meta({
    description:
      '`critical`: above 14.4 over 1 h and over 5 m. `warning`: above 6 over 6 h and over 30 m. Null when neither holds.',
  }),
  forecast: z.object({
    window: z.literal('6h'),
    burn_rate: burnRate,
    exhausts_at: instant.nullable().meta({
      description:
        'When the budget is used up if entry spans go on as in the last 6 hours; `to` when it is already; null when it never is, or not before a calendar window ends.',
    }),
  }),
  state: z.enum(objectiveStates),
};

/** `figures`: where `ids` asks for them; null where they could not be read in time. */
export const listedObjective = objectiveBody.extend({
  figures: z.object(objectiveFigures).nullable().optional(),
});

export const historyBody = z.object({
  id: z.string(),
  ...counted,
  step_seconds: z.int(),
  allowed: z.number(),
  points: z.array(
    z.object({
      timestamp: instant.meta({ description: 'Where the step begins; the last one is running.' }),
      good: z.int(),
      total: z.int(),
      burn_rate: burnRate,
      spent: z.int().meta({ description: 'From `from` to the end of the step.' }),
      remaining: z.number(),
      remaining_percent: z.number(),
    }),
  ),
});
