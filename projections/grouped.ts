import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecordedEvent } from '../platform/event-store/port.ts';

export type Batch = { readonly events: readonly RecordedEvent[]; readonly position: number };

/** Events that one commit may hold. */
const groupEventsMax = 5_000;

/**
 * Batches that are there at once as one, so that whoever has much to catch up with waits for few
 * commits; a batch that comes alone is not kept waiting.
 */
export async function* grouped(batches: AsyncIterable<Batch>): AsyncIterable<Batch> {
  const iterator = batches[Symbol.asyncIterator]();
  const pull = (): Promise<IteratorResult<Batch>> => {
    const pulled = iterator.next();
    // A failure is met by whoever waits for it.
    pulled.catch(() => {});
    return pulled;
  };
  try {
    for (let coming = pull(); ; ) {
      const { done, value: first } = await coming;
      if (done) return;
      const group = { events: [...first.events], position: first.position };
      coming = pull();
      while (group.events.length < groupEventsMax) {
        const soon = await Promise.race([coming, nextTurn(undefined)]);
        if (soon === undefined || soon.done) break;
        group.events.push(...soon.value.events);
        group.position = soon.value.position;
        coming = pull();
      }
      yield group;
    }
  } finally {
    await iterator.return?.();
  }
}
