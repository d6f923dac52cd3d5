import { z } from 'zod';
import { instant } from '../http/parts.ts';
import { deployBody } from '../releases/parts.ts';

export const causeKinds = [
  'deploy',
  'new_error',
  'slow_dependency',
  'failing_dependency',
  'attribute_value',
  'traffic',
] as const;

export const evidenceUnits = ['percent', 'ms', 'requests_per_minute', 'count'] as const;

/** A figure before and during; null where there is none. */
const evidence = z.object({
  name: z.string(),
  unit: z.enum(evidenceUnits),
  before: z.number().nullable(),
  during: z.number().nullable(),
});

export const cause = z.object({
  kind: z.enum(causeKinds),
  /** The service in which it is. */
  service_name: z.string(),
  /** The version, error, dependency or `key=value`; empty for traffic. */
  subject: z.string(),
  /** One sentence. */
  explanation: z.string(),
  /** From 0 to 1: how much of what is unusual it explains. */
  score: z.number(),
  /** Of a recorded deployment, `during` is the time after it. */
  evidence: z.array(evidence),
  deployment: deployBody.nullable().meta({
    description: 'The recorded deployment that it is; null where none was recorded.',
  }),
  /** Some of the traces that show it. */
  trace_ids: z.array(z.string()),
});

export type Cause = z.infer<typeof cause>;

const range = z.object({ from: instant, to: instant });

/** The most likely first. */
export const causesFound = {
  causes: z.array(cause),
  /** Why there are none; null when there are. */
  reason: z.string().nullable(),
};

export const causesBody = z.object({
  success: z.literal(true),
  id: z.string(),
  /** Of a rule over all services, the one that failed most. Null when none sent requests. */
  service_name: z.string().nullable(),
  selection: range,
  baseline: range,
  ...causesFound,
});
