/** Files on their way at once: most are small, and each waits for the disk. */
const filesAtOnce = 8;

/** Does something with each item, with several at once. The first error ends it, once those under way are over. */
export async function eachOf<Item>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  let isOver = false;
  const worker = async (): Promise<void> => {
    while (!isOver) {
      const next = await iterator.next();
      if (next.done === true) return;
      await work(next.value).catch(error => {
        isOver = true;
        throw error;
      });
    }
  };
  const all = await Promise.allSettled(Array.from({ length: filesAtOnce }, worker));
  const failed = all.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
