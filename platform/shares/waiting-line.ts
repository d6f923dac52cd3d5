/** Who waits for room: in order of arrival within an organization, and in turn between organizations. */
export type WaitingLine<Item> = {
  readonly size: () => number;
  readonly sizeOf: (organization: string) => number;
  readonly add: (organization: string, item: Item) => void;
  readonly remove: (organization: string, item: Item) => void;
  /** Takes out the first item of the organization whose turn it is; undefined when nobody waits. */
  readonly take: () => Item | undefined;
  /**
   * Offers the first item of each organization in turn, until `refusalsMax` organizations in a row, or all, refuse.
   * What is served leaves the line.
   */
  readonly serve: (isServed: (item: Item) => boolean, refusalsMax: number) => void;
};

export function openLine<Item>(): WaitingLine<Item> {
  // A map keeps the order of insertion: the order of turns.
  const queues = new Map<string, Set<Item>>();
  let size = 0;
  const remove = (organization: string, item: Item): void => {
    const queue = queues.get(organization);
    if (!queue?.delete(item)) return;
    size--;
    if (queue.size === 0) queues.delete(organization);
  };
  return {
    size: () => size,
    sizeOf: organization => queues.get(organization)?.size ?? 0,
    add: (organization, item) => {
      queues.set(organization, (queues.get(organization) ?? new Set()).add(item));
      size++;
    },
    remove,
    take: () => {
      const [turn] = queues;
      if (turn === undefined) return undefined;
      const [organization, queue] = turn;
      const [first] = queue as Set<Item>;
      queues.delete(organization);
      queues.set(organization, queue);
      remove(organization, first as Item);
      return first;
    },
    serve: (isServed, refusalsMax) => {
      for (let refusals = 0; refusals < Math.min(queues.size, refusalsMax); ) {
        const [turn] = queues;
        if (turn === undefined) return;
        const [organization, queue] = turn;
        queues.delete(organization);
        queues.set(organization, queue);
        const [first] = queue as Set<Item>;
        if (isServed(first as Item)) {
          remove(organization, first as Item);
          refusals = 0;
        } else refusals++;
      }
    },
  };
}
