import { equal } from 'node:assert/strict';
import { leaveIdleQueues, requestQueue } from '../../platform/topic-log/kafka/idle-queues.ts';

type Queue = {
  throttledUntil: number;
  throttleCheckTimeoutId: unknown;
  readonly pending: unknown[];
  readonly checkPendingRequests: () => void;
  readonly destroy: () => void;
};

describe('a connection of the Kafka driver', () => {
  let queue: Queue;

  before(leaveIdleQueues);
  beforeEach(() => {
    const Opened = requestQueue() as unknown as new (options: object) => Queue;
    queue = new Opened({ maxInFlightRequests: 1, logger: { debug: () => undefined } });
  });
  afterEach(() => queue.destroy());

  it('starts no timer where no request waits', () => {
    queue.checkPendingRequests();
    equal(queue.throttleCheckTimeoutId, null);
  });

  it('looks again for a request that a broker lets wait', () => {
    queue.throttledUntil = Date.now() + 60_000;
    queue.pending.push({});
    queue.checkPendingRequests();
    equal(queue.throttleCheckTimeoutId === null, false);
  });
});
