import type { Warehouse } from '../../../platform/warehouse/port.ts';
import {
  type BatchOperations,
  groupAt,
  nameOfGroup,
  type OperationGroup,
} from '../blocks/operation-entries.ts';
import { packedText, type StringTable } from '../blocks/string-table.ts';
import { limits } from '../config.ts';
import type { BatchRange } from '../core/range.ts';
import type { FoldedBatch, FoldedSpans } from '../decode/batch.ts';
import { createYielder } from '../yielder.ts';
import { loadOperations, loadServices, type Reading, servicesKey } from './load-operations.ts';
import {
  addToCache,
  digestOf,
  emptyCardinalityCache,
  type OperationCardinalityCache,
  setOf,
} from './operation-cache.ts';
import { applyOverflow, cardinalityAction, overflowName } from './overflow.ts';

/**
 * Bounds the operations of a service and the services of an organization, for each day. Windows past
 * the bound are kept under `(other)`, so that every sum stays exact; spans keep their names.
 */
export type OperationCardinalityLimiter = {
  readonly applied: (
    folded: FoldedSpans,
    to: {
      readonly range: BatchRange;
      readonly deltaPartitions: number;
      readonly signal: AbortSignal;
    },
  ) => Promise<FoldedBatch>;
};

/** What was seen is remembered, and read from the warehouse where this process has not seen it yet. */
export function createOperationCardinalityLimiter({
  warehouse,
  onOverflow,
}: {
  readonly warehouse: Pick<Warehouse, 'query'>;
  /** Told how many operations of a batch became `(other)`, and the service of the first. */
  readonly onOverflow: (operations: number, service: string) => void;
}): OperationCardinalityLimiter {
  let known = emptyCardinalityCache();
  return {
    applied: async (folded, { range, deltaPartitions, signal }) => {
      // Another batch may be counted against what is known: that stays as it is.
      if (known.remembered > limits.operationsRememberedMax) known = emptyCardinalityCache();
      const { fates, left, first } = await admit(folded.operations, known, { warehouse, signal });
      if (left === 0) return folded;
      const { groups, groupOf } = folded.operations;
      onOverflow(left, groupAt(groups, groupOf[first] as number).service);
      return applyOverflow(folded, fates, { range, deltaPartitions });
    },
  };
}

type Admitted = {
  /** What becomes of each entry. */
  readonly fates: Uint8Array;
  /** How many do not stay, and the first of them. */
  readonly left: number;
  readonly first: number;
};

/** Those that stay are known from now on. */
async function admit(
  { groups, groupOf, operations }: BatchOperations,
  known: OperationCardinalityCache,
  reading: Reading,
): Promise<Admitted> {
  const pool = await roomsOf(groups, known, reading);
  const slice = createYielder();
  const fateOf = (entry: number): number => {
    const among = pool.get(groupOf[entry] as number);
    if (among === undefined) return cardinalityAction.otherService;
    const name = packedText(operations, entry).toString();
    const isIn = enters(name, { among, most: limits.operationsMax }, known);
    return isIn ? cardinalityAction.stays : cardinalityAction.otherOperation;
  };
  const fates = new Uint8Array(groupOf.length);
  let left = 0;
  let first = 0;
  for (let entry = 0; entry < groupOf.length; entry++) {
    const of = fateOf(entry);
    if (of !== cardinalityAction.stays && left++ === 0) first = entry;
    fates[entry] = of;
    await slice();
  }
  return { fates, left, first };
}

/**
 * What is known of the operations of each group whose service has room. Of the others nothing is
 * read and nothing remembered: one body may name 200,000.
 */
async function roomsOf(
  groups: StringTable,
  known: OperationCardinalityCache,
  reading: Reading,
): Promise<ReadonlyMap<number, Set<string>>> {
  const slice = createYielder();
  await loadServices(groupsOf(groups), known, reading);
  const withRoom = new Map<number, OperationGroup>();
  for (let index = 0; index < groups.ends.length; index++) {
    const group = groupAt(groups, index);
    const among = setOf(servicesKey(group), known.services, known);
    if (enters(group.service, { among, most: limits.servicesMax }, known)) {
      withRoom.set(index, group);
    }
    await slice();
  }
  await loadOperations(withRoom.values(), known, reading);
  const pool = new Map<number, Set<string>>();
  for (const [index, group] of withRoom) {
    pool.set(index, setOf(nameOfGroup(group), known.operations, known));
    await slice();
  }
  return pool;
}

function* groupsOf(groups: StringTable): Generator<OperationGroup> {
  for (let index = 0; index < groups.ends.length; index++) yield groupAt(groups, index);
}

type Room = { readonly among: Set<string>; readonly most: number };

/** Whether a name is among those known, or has room there. */
function enters(name: string, { among, most }: Room, known: OperationCardinalityCache): boolean {
  if (name === overflowName) return true;
  const digest = digestOf(name);
  if (among.has(digest)) return true;
  if (among.size >= most) return false;
  addToCache(digest, among, known);
  return true;
}
