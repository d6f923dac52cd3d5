import { secondsPerDay } from '../core/tables.ts';
import { createYielder } from '../yielder.ts';
import { packedText, packTexts, type StringTable } from './string-table.ts';
import type { NamedWindow } from './windows.ts';

/** Whose operations are counted together; `day` is counted from 1970. */
export type OperationGroup = {
  readonly organization: string;
  readonly service: string;
  readonly day: number;
};

/** Every operation of a batch, once for each service and day, in the order of first sight. */
export type BatchOperations = {
  /** The names of the groups. */
  readonly groups: StringTable;
  /** Of each entry the index of its group, and its operation. */
  readonly groupOf: Uint32Array;
  readonly operations: StringTable;
};

/** Numbers the operations of windows, those of short and of long ones alike. */
export function openOperationEntries() {
  const groups = new Map<string, number>();
  const entries = new Map<string, number>();
  const groupOf: number[] = [];
  const operations: string[] = [];
  const entryOf = ({ organization, service, operation, time }: NamedWindow): number => {
    const day = Math.floor(time / secondsPerDay);
    const group = numberOf(nameOfGroup({ organization, service, day }), groups);
    const entry = numberOf(`${group} ${operation}`, entries);
    if (entry === groupOf.length) {
      groupOf.push(group);
      operations.push(operation);
    }
    return entry;
  };
  return {
    /** The entry of each window. */
    of: async (windows: readonly NamedWindow[]): Promise<Uint32Array> => {
      const slice = createYielder();
      const numbers = new Uint32Array(windows.length);
      for (const [index, window] of windows.entries()) {
        numbers[index] = entryOf(window);
        await slice();
      }
      return numbers;
    },
    all: async (): Promise<BatchOperations> => ({
      groups: await packTexts(groups.keys()),
      groupOf: Uint32Array.from(groupOf),
      operations: await packTexts(operations),
    }),
  };
}

function numberOf(name: string, numbers: Map<string, number>): number {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  numbers.set(name, numbers.size);
  return numbers.size - 1;
}

/** A name that no other group has; `groupAt` reads it. */
export const nameOfGroup = ({ organization, service, day }: OperationGroup): string =>
  `${organization} ${day} ${service}`;

export function groupAt(groups: StringTable, index: number): OperationGroup {
  const name = packedText(groups, index).toString();
  const [organization, day] = name.split(' ', 2) as [string, string];
  const service = name.slice(organization.length + day.length + 2);
  return { organization, service, day: Number(day) };
}
