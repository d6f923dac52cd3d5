import { actorOf } from '../../../platform/commands/endpoint.ts';
import { ownEnvelope, sendCommand } from '../../../platform/commands/send.ts';
import type { Handler, Principal } from '../../../platform/http/handler.ts';
import { HttpProblem, invalidRequest } from '../../../platform/http/problem.ts';
import { randomUuid } from '../../../platform/uuid.ts';
import {
  type HeartbeatCheckRow,
  heartbeatChecks,
  heartbeatChecksOf,
} from '../../../projections/health/heartbeat-checks.ts';
import { exactJsonText } from '../../../schemas/exact-json.ts';
import { heartbeatCheckName, heartbeatIntervalSeconds } from '../../../schemas/health/check.ts';
import { healthCheckIdOf, healthCheckStream } from '../../../schemas/health/ids.ts';
import type { RequestOf } from '../../../schemas/http/routes.ts';
import { commandId, type OrganizationId } from '../../../schemas/ids.ts';
import { type Sample, sampleRecord } from '../../../schemas/samples/record.ts';
import { topics } from '../../../schemas/topics.ts';
import type { IngestShared } from '../shared.ts';
import { healthLimits } from './config.ts';

type Dependencies = Pick<IngestShared, 'topicLog' | 'projections' | 'quotas'>;

type Sent = RequestOf<'sendHeartbeat'>;

/** POST /v1/health/heartbeat: one sample for each check that waits for heartbeats of the service. */
export const sendHeartbeat =
  (dependencies: Dependencies): Handler<'sendHeartbeat'> =>
  async ({ key, body, receivedAtMs, signal }) => {
    expectHeartbeat(body, key);
    const { organizationId } = key;
    const found = await checksOf(organizationId, body.service_name, dependencies, signal);
    const checks = found.length > 0 ? found : [firstCheck(organizationId, body.service_name)];
    const isOver = dependencies.quotas.over(key, receivedAtMs) !== undefined;
    const sent = isOver ? withoutMetadata(body) : body;
    const samples = checks.map(check => sampleOf(sent, organizationId, check, receivedAtMs));
    await dependencies.topicLog.append(topics.samples, samples.map(sampleRecord));
    if (found.length === 0) await createCheck(key, body.service_name, receivedAtMs, dependencies);
    const intervals = checks.map(({ intervalSeconds }) => intervalSeconds);
    const nextAtMs = receivedAtMs + Math.min(...intervals) * 1_000;
    return {
      status: 200,
      body: {
        success: true,
        message: 'heartbeat received',
        next_expected_at: new Date(nextAtMs).toISOString(),
      },
    };
  };

function expectHeartbeat(
  { service_name: service, metadata }: Sent,
  { services }: Pick<Principal, 'services'>,
): void {
  if (services?.includes(service) === false) {
    const message = 'the key may not send heartbeats of this service';
    throw new HttpProblem({ status: 403, code: 'key_not_allowed', message });
  }
  const { metadataBytesMax } = healthLimits;
  if (metadata !== undefined && Buffer.byteLength(exactJsonText(metadata)) > metadataBytesMax)
    throw invalidRequest(`expected at most ${metadataBytesMax} bytes of metadata`);
}

/** While the event store is away, those that this process knows: a heartbeat is taken all the same. */
async function checksOf(
  organizationId: OrganizationId,
  service: string,
  { projections }: Pick<Dependencies, 'projections'>,
  signal: AbortSignal,
): Promise<readonly HeartbeatCheckRow[]> {
  const { checksKnownMsMax, heartbeatChecksMax: limit } = healthLimits;
  const until = AbortSignal.any([signal, AbortSignal.timeout(checksKnownMsMax)]);
  await projections.barrier(until).catch(() => undefined);
  const prefix = heartbeatChecksOf(organizationId, service);
  return projections.list(heartbeatChecks, { prefix, limit }).map(({ row }) => row);
}

const firstCheck = (organizationId: OrganizationId, service: string): HeartbeatCheckRow => ({
  checkId: healthCheckIdOf(organizationId, service, heartbeatCheckName),
  intervalSeconds: heartbeatIntervalSeconds,
});

/** Over the quota a check still learns that its service is there. */
const withoutMetadata = (sent: Sent): Sent => ({ ...sent, metadata: undefined });

const outcomes = { healthy: 'passed', degraded: 'degraded', unhealthy: 'failed' } as const;

/** An unhealthy service is down until its next heartbeat: for an interval. */
function sampleOf(
  { status = 'healthy', metadata }: Sent,
  organizationId: OrganizationId,
  { checkId, intervalSeconds }: HeartbeatCheckRow,
  atMs: number,
): Sample {
  const isFailed = status === 'unhealthy';
  return {
    kind: 'heartbeat',
    organizationId,
    subject: checkId,
    id: randomUuid(),
    atMs,
    outcome: outcomes[status],
    ...(isFailed && { durationMs: intervalSeconds * 1_000, error: unhealthyError }),
    ...(metadata !== undefined && { detail: metadata }),
  };
}

const unhealthyError = 'the service sent a heartbeat with the status unhealthy';

/** Nobody waits for it: the sample is durable, and counts for the check as soon as there is one. */
async function createCheck(
  principal: Principal,
  serviceName: string,
  atMs: number,
  dependencies: Dependencies,
): Promise<void> {
  const { organizationId } = principal;
  const checkId = healthCheckIdOf(organizationId, serviceName, heartbeatCheckName);
  const id = commandId(randomUuid());
  const stream = healthCheckStream(checkId);
  const actor = actorOf(principal);
  const envelope = ownEnvelope({ id, organizationId, stream, atMs, actor });
  const data = { checkId, organizationId, serviceName };
  await sendCommand({ type: 'CreateHeartbeatCheck', data }, envelope, dependencies);
}
