import { setTimeout as pause } from 'node:timers/promises';
import type { Kafka } from 'kafkajs';
import { ProducerFenced } from '../../errors.ts';
import type { Running } from '../../lifecycle.ts';
import type { Log } from '../../log.ts';
import type { ConsumeOptions } from '../port.ts';
import { type Assignments, type MemberActions, openAssignments } from './assignments.ts';
import { kafkaLimits } from './limits.ts';
import { createMember, type Member } from './member.ts';
import { watchMembership } from './membership.ts';
import type { Offsets } from './offsets.ts';

type Dependencies = {
  readonly client: Kafka;
  readonly offsets: Offsets;
  readonly log: Log;
  readonly reassignPauseMs: number;
};

type Life = {
  readonly assignments: Assignments;
  /** The member that is in the group, if any. */
  readonly current: { member?: Member };
  readonly stopping: AbortSignal;
};

/** Keeps a member in the group until stopped; when one ends, a new one joins after a pause. */
export function startConsuming(options: ConsumeOptions, dependencies: Dependencies): Running {
  const { offsets, log, reassignPauseMs } = dependencies;
  const { group, topic } = options;
  const stopping = new AbortController();
  const current: Life['current'] = {};
  const hands = handsOf(options, current, offsets);
  const assignments = openAssignments({ options, hands, offsets, reassignPauseMs });
  const life = { assignments, current, stopping: stopping.signal };

  const keep = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const error = await live(options, dependencies, life);
      if (stopping.signal.aborted) return;
      log.warn({ group, topic, err: error }, 'consumer ended, to be connected again');
      const { signal } = stopping;
      await pause(kafkaLimits.reconnectPauseMs, undefined, { signal }).catch(() => {});
    }
  };
  const kept = keep();
  const stop = async (): Promise<void> => {
    // Heartbeats go on until the runs have ended; only then may others have the partitions.
    await assignments.close();
    stopping.abort();
    await kept;
  };
  let stopped: Promise<void> | undefined;
  return {
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** One member's life; gives what ended it. */
async function live(
  options: ConsumeOptions,
  { client }: Dependencies,
  { assignments, current, stopping }: Life,
): Promise<unknown> {
  let end: (error: unknown) => void = () => {};
  const over = new Promise<unknown>(resolve => {
    end = resolve;
  });
  const ended = (error?: unknown): void => end(error);
  const watch = watchMembership(assignments, ended);
  const member = createMember(client, options, {
    ...watch,
    ended,
    fetched: assignments.deliver,
  });
  current.member = member;
  stopping.addEventListener('abort', ended);
  member.start().catch(ended);
  const error = await over;
  stopping.removeEventListener('abort', ended);
  watch.stop();
  delete current.member;
  const waited = new AbortController();
  await Promise.race([
    member.leave().catch(() => {}),
    pause(kafkaLimits.disconnectMsMax, undefined, { signal: waited.signal }).catch(() => {}),
  ]);
  waited.abort();
  return error;
}

function handsOf(
  { group, topic }: ConsumeOptions,
  current: Life['current'],
  offsets: Offsets,
): MemberActions {
  const memberNow = (): Member => {
    if (current.member !== undefined) return current.member;
    throw new ProducerFenced(
      `expected ${group} to be joined for ${topic}, but its consumer has ended`,
    );
  };
  return {
    commit: async (partition, committed) => memberNow().commit(partition, committed),
    flow: (partition, signal) => ({
      seek: async offset => {
        const { low, high } = await offsets.bounds(topic, partition);
        // Past the end the driver would begin at the oldest record, and commit that it does.
        if (offset > high)
          throw new Error(
            `expected an offset up to ${high}, the end of partition ${partition} of ${topic}, got ${offset}`,
          );
        if (!signal.aborted) memberNow().seek(partition, Math.max(offset, low));
      },
      pause: () => {
        if (!signal.aborted) current.member?.pause([partition]);
      },
      resume: () => {
        if (!signal.aborted) current.member?.resume(partition);
      },
    }),
  };
}
