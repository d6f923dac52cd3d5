import { ownEnvelope, sendCommand } from '../../platform/commands/send.ts';
import { randomUuid } from '../../platform/uuid.ts';
import { type ParkingOrganization, readWaiting } from '../../projections/billing/parked.ts';
import { type SubscriptionRow, subscriptions } from '../../projections/billing/subscriptions.ts';
import type { RecordParking } from '../../schemas/billing/commands.ts';
import type { Parked } from '../../schemas/billing/events.ts';
import { parkedBytesMax } from '../../schemas/billing/parking.ts';
import { commandId, subscriptionStream } from '../../schemas/ids.ts';
import { limits } from './config.ts';
import type { MeteringDependencies } from './dependencies.ts';

type Dependencies = Pick<MeteringDependencies, 'topicLog' | 'warehouse' | 'clock'> & {
  readonly projections: Pick<MeteringDependencies['projections'], 'get'>;
};

/**
 * Records which organizations have parked as much as they may, and which have room again. One parks past that for as long as
 * two looks are apart, at most; each process that receives has the same limit for itself.
 */
export async function recordParking(
  parking: readonly ParkingOrganization[],
  sinceMs: number,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  for (const { organization, atMost } of parking) {
    const row = dependencies.projections.get(subscriptions, organization);
    if (row === undefined || isKnown(row, atMost)) continue;
    const options = { signal, maxExecutionMs: limits.queryMsMax };
    const asked = { organization, sinceMs };
    const { requests, bytes } = await readWaiting(asked, dependencies.warehouse, options);
    const isFull = isFullWith(row, bytes);
    if (isFull !== isNowFull(row))
      await send({ organizationId: organization, isFull, requests, bytes }, dependencies);
  }
}

const isNowFull = ({ isParkingFull = false }: SubscriptionRow): boolean => isParkingFull;

/** Without counting: even if none of it counts by now, there is room as before. */
const isKnown = (row: SubscriptionRow, { bytes }: Parked): boolean =>
  !isNowFull(row) && bytes < parkedBytesMax(row);

const isFullWith = (row: SubscriptionRow, bytes: number): boolean =>
  bytes >= parkedBytesMax(row) * (isNowFull(row) ? limits.parked.freedShare : 1);

/** Asked for again until it is known: the second of equal wishes changes nothing. */
async function send(data: RecordParking['data'], { topicLog, clock }: Dependencies): Promise<void> {
  const { organizationId } = data;
  const id = commandId(randomUuid());
  const stream = subscriptionStream(organizationId);
  const envelope = ownEnvelope({ id, organizationId, stream, atMs: clock(), actor: 'monitor' });
  await sendCommand({ type: 'RecordParking', data }, envelope, { topicLog });
}
