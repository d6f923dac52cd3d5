import { jsonPathFaults } from '../../../domain/health/json-path.ts';
import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import { expectNoFaults } from '../../../platform/http/faults.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { invalidField } from '../../../platform/http/problem.ts';
import { healthCheckBody } from '../../../projections/health/check-body.ts';
import { createdCheck, healthCheckResource } from '../../../projections/health/health-checks.ts';
import {
  type CheckRequest,
  type HealthCheck,
  heartbeatIntervalSeconds,
} from '../../../schemas/health/check.ts';
import { healthCheckIdOf, healthCheckStream } from '../../../schemas/health/ids.ts';
import type { RequestOf } from '../../../schemas/http/routes.ts';
import { expectRoom } from '../resource.ts';
import type { IngestShared } from '../shared.ts';
import { assertionsOf } from './assertions-of.ts';
import { expectEndpoint } from './checks.ts';
import { sealedRequest } from './secret-request.ts';

type Sent = RequestOf<'createHealthCheck'>;

/** POST /api/health-checks: the id follows from service and name, so there is one check of a name. */
export const createHealthCheck = (dependencies: IngestShared): Handler<'createHealthCheck'> =>
  commandEndpoint(
    {
      route: 'createHealthCheck',
      prepare: async ({ key: { organizationId }, body }) => {
        expectNoFaults(jsonPathFaults(body));
        expectFieldsOfType(body);
        expectEndpoint(body.endpoint_url, dependencies.configuration.outboundAllow);
        return healthCheckIdOf(organizationId, body.service_name, body.check_name);
      },
      stream: ({ found }) => healthCheckStream(found),
      payload: async ({ found: checkId, request: { key, body, receivedAtMs, signal } }) => {
        const { organizationId } = key;
        const state = await dependencies.projections.state({ signal });
        expectRoom(healthCheckResource, organizationId, state, receivedAtMs);
        const { headers, body: sentBody } = body;
        const sent = { headers, body: sentBody };
        const secret = await sealedRequest(organizationId, sent, undefined, dependencies.keyring);
        const { sealed, hasHeaders, hasBody } = secret;
        const check = checkOf(body, { hasHeaders, hasBody });
        const requestSealed = sealed === null ? {} : { requestSealed: sealed };
        return {
          type: 'CreateHealthCheck',
          data: { checkId, organizationId, check, ...requestSealed },
        };
      },
      respond: outcome => {
        if (outcome.type !== 'HealthCheckCreated')
          throw new Error(`expected HealthCheckCreated to answer, found ${outcome.type}`);
        const body = healthCheckBody(createdCheck(outcome), undefined, outcome.atMs);
        return { status: 201, body: { success: true, health_check: body, ...body } };
      },
    },
    dependencies,
  );

/** A check with an endpoint sends requests; what belongs to requests makes no sense without one. */
function expectFieldsOfType(body: Sent): void {
  const isPull = body.endpoint_url !== undefined;
  if (body.check_type === 'pull' && !isPull)
    throw invalidField('endpoint_url', 'a check of type pull needs an endpoint_url');
  if (body.check_type === 'push' && isPull)
    throw invalidField(
      'endpoint_url',
      'a check of type push waits for heartbeats; leave endpoint_url out',
    );
  if (isPull) return;
  for (const field of requestFields) {
    if (body[field] !== undefined && body[field] !== null)
      throw invalidField(
        field,
        'a check that waits for heartbeats has no request; give an endpoint_url',
      );
  }
}

const requestFields = ['headers', 'body', 'assertions', 'timeout_seconds'] as const;

function checkOf(body: Sent, secret: Pick<CheckRequest, 'hasHeaders' | 'hasBody'>): HealthCheck {
  const { endpoint_url: url } = body;
  const interval = url === undefined ? body.heartbeat_interval_seconds : undefined;
  const check = {
    serviceName: body.service_name,
    checkName: body.check_name,
    enabled: body.enabled ?? true,
    alertEnabled: body.alert_enabled ?? true,
    intervalSeconds: interval ?? body.check_interval_seconds ?? heartbeatIntervalSeconds,
    recoverySuccesses: body.recovery_successes ?? 1,
  };
  if (url === undefined) return check;
  const request = {
    url,
    method: body.check_method ?? 'GET',
    expectedStatus: body.expected_status_code ?? 200,
    timeoutSeconds: body.timeout_seconds ?? timeoutSecondsPreset,
    ...secret,
    assertions: body.assertions === undefined ? {} : assertionsOf(body.assertions),
  } as const;
  return { ...check, request };
}

const timeoutSecondsPreset = 10;
