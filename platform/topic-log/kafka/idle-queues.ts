import { createRequire } from 'node:module';

/** The queue of requests that kafkajs 2.2.4 has for every connection, as far as it matters here. */
type RequestQueue = { readonly pending: readonly unknown[] };

type Scheduling = {
  scheduleCheckPendingRequests(this: RequestQueue): void;
};

let areLeftToRest = false;

/**
 * The driver looks for waiting requests again and again, also where nothing waits: a timer of one
 * millisecond for every connection, 4 % of a core for each idle process. A new request and every
 * answer look, too, so the timer is for those alone that wait.
 */
export function leaveIdleQueues(): void {
  if (areLeftToRest) return;
  areLeftToRest = true;
  const queue = requestQueue().prototype;
  const schedule = queue.scheduleCheckPendingRequests;
  queue.scheduleCheckPendingRequests = function () {
    if (this.pending.length > 0) schedule.call(this);
  };
}

export const requestQueue = (): { readonly prototype: Scheduling } =>
  createRequire(import.meta.url)('kafkajs/src/network/requestQueue');
