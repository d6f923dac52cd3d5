import { createHash } from 'node:crypto';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import {
  type BatchOperations,
  nameOfGroup,
  type OperationGroup,
} from './blocks/operation-entries.ts';
import { limits } from './config.ts';
import type { BatchRange } from './core/range.ts';
import type { FoldedBatch } from './fold/batch.ts';
import { type KnownOperations, learnOperations, nameOfServices } from './operation-learn.ts';
import { fate, otherName, othersNamed } from './operation-others.ts';
import { openSlices } from './slices.ts';

/**
 * Bounds the operations of a service and the services of an organization, for each day. Windows past
 * the bound are kept under `(other)`, so that every sum stays exact; spans keep their names.
 */
export type OperationCap = {
  readonly applied: (
    folded: FoldedBatch,
    operations: BatchOperations,
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
    applied: async (folded, batch, { range, deltaPartitions, signal }) => {
      if (remembered > limits.operationsRememberedMax) {
        known.services.clear();
        known.operations.clear();
        remembered = 0;
      }
      await learnOperations(batch.groups, known, { warehouse, signal });
      const { fates, left, first } = await admit(batch, known);
      remembered += batch.groups.length + batch.entries.length;
      if (first === undefined) return folded;
      leftOut(left, first);
      return othersNamed(folded, batch, fates, { range, deltaPartitions });
    },
  };
}

type Admitted = {
  readonly fates: Uint8Array;
  readonly left: number;
  /** Service of the first that was left out. */
  readonly first: string | undefined;
};

async function admit(
  { groups, entries }: BatchOperations,
  known: KnownOperations,
): Promise<Admitted> {
  const slice = openSlices();
  const isServiceIn = groups.map(group => {
    const services = known.services.get(nameOfServices(group)) ?? new Set();
    return enters(group.service, services, limits.servicesMax);
  });
  const fates = new Uint8Array(entries.length);
  let left = 0;
  let first: string | undefined;
  for (const [index, { group, operation }] of entries.entries()) {
    const of = groups[group] as OperationGroup;
    const operations = known.operations.get(nameOfGroup(of)) ?? new Set();
    const isIn = isServiceIn[group] && enters(operation, operations, limits.operationsMax);
    if (!isIn) {
      fates[index] = isServiceIn[group] ? fate.otherOperation : fate.otherService;
      first ??= of.service;
      left++;
    }
    await slice();
  }
  return { fates, left, first };
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
