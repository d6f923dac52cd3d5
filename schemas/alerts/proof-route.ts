import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { instant, json } from '../http/parts.ts';
import type { Route } from '../http/route.ts';

export const provedField = z.object({
  /** As in the alert, for example `evidence.p95_ms`. */
  field: z.string(),
  recorded: json,
  /** Null also when the alert does not fire. */
  recomputed: json,
  match: z.boolean(),
});

export const proofRoute = {
  name: 'proveAlert',
  method: 'GET',
  path: '/v1/alerts/:id/proof',
  role: 'query-api',
  keys: keysFor.reading,
  domain: true,
  body: 'none',
  params: z.object({ id: z.string() }),
  response: z.object({
    success: z.literal(true),
    id: z.string(),
    rule_id: z.string(),
    rule_version: z.int(),
    /** The evaluator's time at which it fired: it is recomputed from what was known then. */
    evaluated_at: instant,
    /** Every field matches. */
    match: z.boolean(),
    /** The rule fires for this window, whatever its figures. */
    fires: z.boolean(),
    fields: z.array(provedField),
  }),
  summary:
    'Recomputes an alert from what was known when it fired, and says field by field whether it is the same.',
  example: {
    response: {
      success: true,
      id: 'c1f7a6c2-6f0f-5d7c-8f7e-2c62c1d7b2aa',
      rule_id: '5f0c2b51-0d6e-5b0a-9f0e-6b1f6f9a2c11',
      rule_version: 1,
      evaluated_at: '2026-11-25T02:09:59.003Z',
      match: false,
      fires: true,
      fields: [
        { field: 'threshold', recorded: 500, recomputed: 500, match: true },
        { field: 'current_value', recorded: 999, recomputed: 812.5, match: false },
      ],
    },
  },
  statuses: [200, 400, 404, 410, 429],
} as const satisfies Route;
