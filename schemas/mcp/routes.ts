import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { json, jsonObject } from '../http/parts.ts';
import type { Route } from '../http/route.ts';

export const mcpRoutes = [
  {
    name: 'callMcp',
    method: 'POST',
    path: '/mcp',
    role: 'query-api',
    keys: keysFor.reading,
    perService: true,
    grants: true,
    domain: true,
    keyInQuery: true,
    body: 'json',
    request: z.record(
      z.string(),
      json,
      'expected one message: the protocol has no batches since 2025-06-18',
    ),
    response: jsonObject,
    summary:
      'Answers one message of the Model Context Protocol (2025-11-25 or 2026-07-28, stateless): tools over traces, services, errors, alerts, anomalies, causes, rules, checks, snapshots, sessions, people, payments and calls of language models, also as of a past instant, and over rules, silences, the triage inbox, settings of recorded sessions and people for those who may change them.',
    example: {
      request: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'get_service_metrics', arguments: { service: 'checkout', window: '1h' } },
      },
      response: {
        jsonrpc: '2.0',
        id: 1,
        result: { content: [{ type: 'text', text: '{"success":true,"service":"checkout"}' }] },
      },
    },
    // A notification has no answer; what the protocol itself refuses is a message, too.
    bodiless: [202],
    refusalType: 'application/json',
    statuses: [200, 202, 400, 403, 406, 415],
  },
] as const satisfies readonly Route[];
