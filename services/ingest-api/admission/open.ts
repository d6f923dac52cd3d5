import type { Admit, Permit } from '../../../platform/http/admission.ts';
import type { Running } from '../../../platform/lifecycle.ts';
import type { Metrics } from '../../../platform/metrics/registry.ts';
import { openWaitingRoom } from '../../../platform/shares/waiting-room.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import type { Consumer } from '../../../schemas/topics.ts';
import { type AdmissionLimits, admissionLimits, requestLimits } from '../config.ts';
import { admitOrWait } from './admit.ts';
import { openBacklog } from './consumer-lag.ts';
import { createAdmissionController, type GateOptions, type RejectReason } from './controller.ts';

export type IngestAdmission = Running & {
  readonly admit: Admit;
  /** Counts a record that was appended to the log. */
  readonly appended: (record: {
    readonly topic: string;
    readonly partition: number;
    readonly organization: string;
    readonly bytes: number;
  }) => void;
  /** Follows the consumers that share this process; without them there is no backlog. */
  readonly follow: (consumers: readonly Consumer[], topicLog: Pick<TopicLog, 'lag'>) => Running;
};

export type AdmissionOptions = {
  readonly ensureRoom: () => void;
  readonly batchMemoryBytes: number;
};

/**
 * The gate of ingest-api, with its metrics.
 *  ensureRoom        throws when the server accepts no data from any organization
 *  batchMemoryBytes  of the full batches of a topic: with a shorter backlog they would never be full
 */
export function openAdmission(
  metrics: Metrics,
  { ensureRoom, batchMemoryBytes }: AdmissionOptions,
): IngestAdmission {
  const { backlog: limits } = admissionLimits;
  const bytesMax = Math.max(limits.bytesMax, batchMemoryBytes);
  const backlog = openBacklog({ ...limits, bytesMax });
  const turnedAway = metrics.counter('tidemark_ingest_rejected_requests_total');
  const rejected = (reason: RejectReason): void => turnedAway.add(1, { reason });
  const { gate, room, admit } = openGate({ limits: admissionLimits, backlog, rejected });
  const requests = openGate({ limits: requestLimits, rejected });
  metrics.gauge('tidemark_ingest_waiting_requests', () => room.size() + requests.room.size());
  metrics.gauge('tidemark_ingest_under_way_bytes', gate.underWay);
  metrics.gauge('tidemark_ingest_under_way_limit_bytes', gate.limit);
  metrics.gauge('tidemark_ingest_backlog_bytes', backlog.shares.total);
  metrics.gauge('tidemark_ingest_backlog_limit_bytes', backlog.limit);
  return {
    admit: (asked, signal) => {
      if (asked.budget === 'requests') return requests.admit(asked, signal);
      ensureRoom();
      return admit(asked, signal);
    },
    stop: async () => {
      await room.stop();
      await requests.room.stop();
    },
    appended: ({ topic, partition, ...record }) =>
      backlog.appended({
        atMs: performance.now(),
        partition: nameOf(topic, partition),
        ...record,
      }),
    follow: (consumers, topicLog) =>
      startLooking(async () => {
        for (const { group, topic } of consumers) {
          const positions = (await topicLog.lag(group, topic)).map(({ partition, committed }) => ({
            partition: nameOf(topic, partition),
            committed,
          }));
          backlog.processed(positions, performance.now());
        }
      }),
  };
}

type Gate = Pick<GateOptions, 'backlog'> & {
  readonly limits: AdmissionLimits;
  readonly rejected: (why: RejectReason) => void;
};

function openGate({ limits, backlog, rejected: onRefused }: Gate) {
  const room = openWaitingRoom<Permit>(limits.waiting);
  const gate = createAdmissionController({
    limits,
    onRefused,
    onReleased: room.wake,
    ...(backlog && { backlog }),
  });
  return { gate, room, admit: admitOrWait(gate, room) };
}

const nameOf = (topic: string, partition: number): string => `${topic}-${partition}`;

/** Looks again and again, one look after the other. One that fails is made up for by the next. */
function startLooking(look: () => Promise<void>): Running {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let looking = Promise.resolve();
  const again = (): void => {
    looking = look()
      .catch(() => undefined)
      .then(() => {
        if (!isStopped) timer = setTimeout(again, admissionLimits.lookEveryMs);
      });
  };
  again();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
