import { createHash } from 'node:crypto';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { type BatchOperations, groupAt, nameOfGroup } from './blocks/operation-entries.ts';
import { type PackedTexts, packedText } from './blocks/packed-texts.ts';
import { limits } from './config.ts';
import type { BatchRange } from './core/range.ts';
import type { FoldedBatch, FoldedSpans } from './fold/batch.ts';
import { type KnownOperations, learnOperations, nameOfServices } from './operation-learn.ts';
import { fate, otherName, othersNamed } from './operation-others.ts';
import { openSlices } from './slices.ts';

/**
 * Bounds the operations of a service and the services of an organization, for each day. Windows past
 * the bound are kept under `(other)`, so that every sum stays exact; spans keep their names.
 */
export type OperationCap = {
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
export function openOperationCap({
  warehouse,
  leftOut,
}: {
  readonly warehouse: Warehouse;
  /** Told how many operations of a batch became `(other)`, and the service of the first. */
  readonly leftOut: (operations: number, service: string) => void;
}): OperationCap {
  const known: KnownOperations = { services: new Map(), operations: new Map() };
  let remembered = 0;
  return {
    applied: async (folded, { range, deltaPartitions, signal }) => {
      if (remembered > limits.operationsRememberedMax) {
        known.services.clear();
        known.operations.clear();
        remembered = 0;
      }
      const { groups, groupOf } = folded.operations;
      await learnOperations(groups, known, { warehouse, signal });
      const { fates, left, first } = await admit(folded.operations, known);
      remembered += groups.ends.length + groupOf.length;
      if (left === 0) return folded;
      leftOut(left, groupAt(groups, groupOf[first] as number).service);
      return othersNamed(folded, fates, { range, deltaPartitions });
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
  known: KnownOperations,
): Promise<Admitted> {
  const slice = openSlices();
  const rooms = await roomsOf(groups, known);
  const fates = new Uint8Array(groupOf.length);
  let left = 0;
  let first = 0;
  for (let entry = 0; entry < groupOf.length; entry++) {
    const of = fateIn(rooms[groupOf[entry] as number], operations, entry);
    if (of !== fate.stays && left++ === 0) first = entry;
    fates[entry] = of;
    await slice();
  }
  return { fates, left, first };
}

/** The known operations of a group; undefined when its organization has no room for the service. */
type Room = Set<string> | undefined;

async function roomsOf(groups: PackedTexts, known: KnownOperations): Promise<Room[]> {
  const slice = openSlices();
  const rooms: Room[] = [];
  for (let index = 0; index < groups.ends.length; index++) {
    const group = groupAt(groups, index);
    const services = known.services.get(nameOfServices(group)) ?? new Set();
    const isIn = enters(group.service, services, limits.servicesMax);
    rooms.push(isIn ? (known.operations.get(nameOfGroup(group)) ?? new Set()) : undefined);
    await slice();
  }
  return rooms;
}

function fateIn(room: Room, operations: PackedTexts, entry: number): number {
  if (room === undefined) return fate.otherService;
  const isIn = enters(packedText(operations, entry).toString(), room, limits.operationsMax);
  return isIn ? fate.stays : fate.otherOperation;
}

/** By which a warehouse and a process know the same text, without holding it. */
const digestOf = (text: string): string =>
  createHash('md5').update(text).digest('hex').slice(0, limits.digestCharacters);

/** Whether a name is among those known, or has room there. */
function enters(name: string, among: Set<string>, most: number): boolean {
  if (name === otherName) return true;
  const digest = digestOf(name);
  if (among.has(digest)) return true;
  if (among.size >= most) return false;
  among.add(digest);
  return true;
}
