import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecordedEvent } from '../../platform/event-store/port.ts';

export type Batch = { readonly events: readonly RecordedEvent[]; readonly position: number };

/** At least one batch; none is kept once the next is read. */
export type Group = AsyncIterable<Batch>;

/** Events after which a group takes no further batch: one commit holds what they change. */
const groupEvents = 8_000;

/**
 * Groups the batches that are available at once, so that a projection that is far behind waits for few
 * commits; a single batch is not delayed. A group ends before the next is read.
 */
export async function* batchGroups(batches: AsyncIterable<Batch>): AsyncIterable<Group> {
  const iterator = batches[Symbol.asyncIterator]();
  const pull = (): Promise<IteratorResult<Batch>> => {
    const pulled = iterator.next();
    // The caller that awaits it handles the failure.
    pulled.catch(() => {});
    return pulled;
  };
  let coming = pull();
  async function* group(): Group {
    let events = 0;
    for (let next = await coming; !next.done; ) {
      coming = pull();
      events += next.value.events.length;
      yield next.value;
      if (events >= groupEvents) return;
      // Others get their turn also where a store passes over all events of a batch.
      await nextTurn();
      const soon = await Promise.race([coming, undefined]);
      if (soon === undefined) return;
      next = soon;
    }
  }
  try {
    while (!(await coming).done) yield group();
  } finally {
    await iterator.return?.();
  }
}
