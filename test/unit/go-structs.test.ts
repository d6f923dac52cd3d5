import { ok } from 'node:assert/strict';
import { routes } from '../../schemas/http/routes.ts';
import { goStructs } from '../support/go-structs.ts';

/** What the command line and the agent decode into structs, as far as it comes from a GET or is flat. */
const decoded = [
  'POST /v1/integrate/register',
  'POST /v1/integrate/verify',
  'GET /v1/integrate/status',
  'GET /v1/traces',
  'GET /v1/traces/:id',
  'GET /v1/traces/stream',
  'GET /v1/services',
  'GET /v1/services/:name/detail',
  'GET /v1/services/:name/errors',
  'GET /v1/alert-rules',
  'POST /v1/alert-rules',
  'GET /v1/alert-rules/:id/history',
  'GET /v1/triage-inbox',
  'POST /v1/copilot/conversations',
  'GET /v1/billing/subscription',
  'POST /v1/webhooks',
  'POST /api/health-checks',
  'GET /api/health-checks',
  'GET /v1/webhooks',
  'GET /v1/alerts/dashboard',
  'GET /v1/channels',
  'GET /api/metrics/services/:service_name',
];

describe('the structs of the clients', () => {
  const served = routes
    .map(({ name, method, path }) => ({ name, call: `${method} ${path.replace('*', ':')}` }))
    .filter(({ call }) => decoded.includes(call));

  it('are there for every answer that they decode', () => {
    ok(served.length >= 11, `found ${served.length} of their calls`);
    for (const { name, call } of served) ok(Object.hasOwn(goStructs, name), `none for ${call}`);
  });
});
