import { jsonPathFaults } from '../../../domain/health/json-path.ts';
import { type Accepted, commandEndpoint } from '../../../platform/commands/endpoint.ts';
import { expectNoFaults } from '../../../platform/http/faults.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { invalidField } from '../../../platform/http/problem.ts';
import {
  changedCheck,
  type HealthCheckRow,
  healthCheckResource,
} from '../../../projections/health/health-checks.ts';
import type { HealthCheckChanges } from '../../../schemas/health/commands.ts';
import type { HealthCheckId } from '../../../schemas/health/ids.ts';
import type { HealthCheckBody } from '../../../schemas/health/parts.ts';
import type { RequestOf } from '../../../schemas/http/routes.ts';
import { type Asking, deletion, expectRoom, idIn, inPath, readRow } from '../resource.ts';
import { restoring } from '../restoring.ts';
import type { IngestShared } from '../shared.ts';
import { assertionsOf } from './assertions-of.ts';
import { expectEndpoint, readCheckBody } from './checks.ts';
import { type SealedRequest, sealedRequest } from './secret-request.ts';

type Sent = RequestOf<'changeHealthCheck'>;

/** PUT /api/health-checks/:id: what the body does not name stays. */
export const changeHealthCheck = (dependencies: IngestShared): Handler<'changeHealthCheck'> =>
  commandEndpoint(
    {
      route: 'changeHealthCheck',
      ...inPath(healthCheckResource),
      prepare: async ({ params, body }) => {
        expectNoFaults(jsonPathFaults(body));
        expectEndpoint(body.endpoint_url, dependencies.configuration.outboundAllow);
        return idIn(healthCheckResource, params);
      },
      payload: async ({ found: checkId, request }) => {
        const { body } = request;
        const { row } = await readRow(healthCheckResource, checkId, request, dependencies);
        expectSameName(body, row);
        const secret = await secretOf(body, row, dependencies);
        return {
          type: 'ChangeHealthCheck',
          data: {
            checkId,
            changes: changesOf(body, row, secret),
            ...(secret !== undefined && { requestSealed: secret.sealed }),
          },
        };
      },
      respond: async (outcome, { found, request }) => {
        const body = await bodyAfter(outcome, found, request, dependencies);
        return { status: 200, body: { success: true, health_check: body, ...body } };
      },
    },
    dependencies,
  );

/** POST /api/health-checks/:id/restore: with the headers and the body of then. */
export const restoreHealthCheck = (dependencies: IngestShared): Handler<'restoreHealthCheck'> =>
  commandEndpoint(
    {
      route: 'restoreHealthCheck',
      ...restoring(
        {
          resource: healthCheckResource,
          check: ({ was: { organizationId, check }, now, state, request: { receivedAtMs } }) => {
            if (now === undefined)
              expectRoom(healthCheckResource, organizationId, state, receivedAtMs);
            expectEndpoint(check.request?.url, dependencies.configuration.outboundAllow);
          },
          command: ({ id: checkId, version, was: { check, requestSealed } }) => ({
            type: 'RestoreHealthCheck',
            data: { checkId, version, check, ...(requestSealed && { requestSealed }) },
          }),
        },
        dependencies,
      ),
      respond: async (outcome, { found, request }) => {
        const body = await bodyAfter(outcome, found, request, dependencies);
        return { status: 200, body: { success: true, health_check: body, ...body } };
      },
    },
    dependencies,
  );

async function bodyAfter(
  outcome: Accepted,
  id: HealthCheckId,
  request: Asking & { readonly receivedAtMs: number },
  dependencies: IngestShared,
): Promise<HealthCheckBody> {
  const { receivedAtMs, signal } = request;
  const { row } = await readRow(healthCheckResource, id, request, dependencies);
  return readCheckBody(rowAfter(outcome, row), receivedAtMs, { ...dependencies, signal });
}

/** The check as the command left it, also when it was changed again since. */
const rowAfter = (outcome: Accepted, row: HealthCheckRow): HealthCheckRow =>
  outcome.type === 'HealthCheckChanged' ? changedCheck(row, outcome) : row;

/** The id of a check follows from its names, and its type from its request. */
function expectSameName(body: Sent, { check }: HealthCheckRow): void {
  const type = check.request === undefined ? 'push' : 'pull';
  const fixed = [
    ['service_name', body.service_name, check.serviceName],
    ['check_name', body.check_name, check.checkName],
    ['check_type', body.check_type, type],
  ] as const;
  for (const [field, sent, stored] of fixed) {
    if (sent !== undefined && sent !== stored)
      throw invalidField(
        field,
        `the check has ${stored}, which cannot change; create another check`,
      );
  }
}

/** Undefined: the body says nothing of headers and body. */
async function secretOf(
  { headers, body }: Sent,
  { organizationId, requestSealed }: HealthCheckRow,
  { keyring }: Pick<IngestShared, 'keyring'>,
): Promise<SealedRequest | undefined> {
  if (headers === undefined && body === undefined) return undefined;
  return sealedRequest(organizationId, { headers, body }, requestSealed, keyring);
}

function changesOf(
  body: Sent,
  { check }: HealthCheckRow,
  secret: SealedRequest | undefined,
): HealthCheckChanges {
  const request = requestChanges(body, secret);
  const interval =
    check.request === undefined
      ? (body.heartbeat_interval_seconds ?? body.check_interval_seconds)
      : body.check_interval_seconds;
  return {
    ...(body.enabled !== undefined && { enabled: body.enabled }),
    ...(body.alert_enabled !== undefined && { alertEnabled: body.alert_enabled }),
    ...(interval !== undefined && { intervalSeconds: interval }),
    ...(body.recovery_successes !== undefined && { recoverySuccesses: body.recovery_successes }),
    ...(Object.keys(request).length > 0 && { request }),
  };
}

function requestChanges(
  body: Sent,
  secret: SealedRequest | undefined,
): NonNullable<HealthCheckChanges['request']> {
  const { assertions } = body;
  return {
    ...(body.endpoint_url !== undefined && { url: body.endpoint_url }),
    ...(body.check_method !== undefined && { method: body.check_method }),
    ...(body.expected_status_code !== undefined && { expectedStatus: body.expected_status_code }),
    ...(body.timeout_seconds !== undefined && { timeoutSeconds: body.timeout_seconds }),
    ...(secret !== undefined && { hasHeaders: secret.hasHeaders, hasBody: secret.hasBody }),
    ...(assertions !== undefined && {
      assertions: assertions === null ? null : assertionsOf(assertions),
    }),
  };
}

/** DELETE /api/health-checks/:id */
export const deleteHealthCheck = (dependencies: IngestShared): Handler<'deleteHealthCheck'> =>
  commandEndpoint(
    {
      route: 'deleteHealthCheck',
      ...deletion(healthCheckResource, checkId => ({
        type: 'DeleteHealthCheck',
        data: { checkId },
      })),
    },
    dependencies,
  );
