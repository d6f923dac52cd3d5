import { setTimeout as pause } from 'node:timers/promises';
import { type IngestPosition, openPositionTokens } from '../../platform/consumers/position.ts';
import { Unavailable } from '../../platform/errors.ts';
import { invalidField } from '../../platform/http/problem.ts';
import type { Keyring } from '../../platform/keyring/port.ts';
import { openPlaces } from '../../platform/shares/places.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { warehouseConsumers } from '../../schemas/topics.ts';
import { limits } from './config.ts';
import { createLatestValue } from './latest-value.ts';

/** Positions of accepted requests, which a read may wait for. */
export type Positions = {
  /**
   * Resolves when the warehouse has the requests at these positions, and every request before them on their partitions.
   * Throws 400 for what is no position of the organization, 429 over its share of reads that wait, and `Unavailable` when
   * they are not processed in time.
   *  list  as the client sent it: tokens with commas between
   */
  reached(organization: OrganizationId, list: string, signal: AbortSignal): Promise<void>;
};

type Dependencies = {
  readonly topicLog: Pick<TopicLog, 'lag'>;
  readonly keyring: Pick<Keyring, 'mac'>;
};

export function openPositions({ topicLog, keyring }: Dependencies): Positions {
  const tokens = openPositionTokens(keyring);
  const places = openPlaces({
    what: 'reads that wait for a position',
    max: limits.positionWaitsMax,
    reserved: limits.positionWaitsMax / 4,
    perOrganizationMax: limits.positionWaitsOwnMax,
  });
  const committed = openCommitted(topicLog);
  return {
    reached: async (organization, list, signal) => {
      const wanted = await Promise.all(
        list.split(',').map(async token => {
          const position = await tokens.read(organization, token);
          if (position === undefined) throw unknown(token);
          return position;
        }),
      );
      const leave = places.take({ organizationId: organization });
      try {
        for (const position of wanted) await untilPast(position, committed, signal);
      } finally {
        leave();
      }
    },
  };
}

const unknown = (token: string) =>
  invalidField(
    'min_position',
    `expected an X-Ingest-Position of this organization, got ${JSON.stringify(token.slice(0, 40))}`,
  );

type Committed = (position: IngestPosition) => Promise<number>;

/** The offset up to which a partition is processed. All who wait share one look at the log. */
function openCommitted(topicLog: Dependencies['topicLog']): Committed {
  const latest = new Map(
    warehouseConsumers.map(({ group, topic }) => [
      topic as string,
      createLatestValue(() => topicLog.lag(group, topic), {
        freshMs: limits.positionPollMs,
        waitMs: limits.watermarkWaitMs,
      }),
    ]),
  );
  return async ({ topic, partition }) => {
    const lags = await latest.get(topic)?.();
    return lags?.find(lag => lag.partition === partition)?.committed ?? -1;
  };
}

async function untilPast(
  position: IngestPosition,
  committed: Committed,
  signal: AbortSignal,
): Promise<void> {
  for (let waitedMs = 0; (await committed(position)) <= position.offset; ) {
    if (waitedMs >= limits.positionWaitMs)
      throw new Unavailable('the request of min_position is still on its way; try again');
    await pause(limits.positionPollMs, undefined, { signal });
    waitedMs += limits.positionPollMs;
  }
}
