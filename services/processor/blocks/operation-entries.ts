import { secondsPerDay } from '../core/tables.ts';
import { openSlices } from '../slices.ts';
import type { NamedWindow } from './windows.ts';

/** Whose operations are counted together; `day` is counted from 1970. */
export type OperationGroup = {
  readonly organization: string;
  readonly service: string;
  readonly day: number;
};

/** Every operation of a batch, once for each service and day, in the order of first sight. */
export type BatchOperations = {
  readonly groups: readonly OperationGroup[];
  readonly entries: readonly { readonly group: number; readonly operation: string }[];
};

/** Numbers the operations of windows, those of short and of long ones alike. */
export function openOperationEntries() {
  const groups: OperationGroup[] = [];
  const entries: { readonly group: number; readonly operation: string }[] = [];
  const groupNumbers = new Map<string, number>();
  const entryNumbers = new Map<string, number>();
  const groupOf = ({ organization, service, time }: NamedWindow): number => {
    const group = { organization, service, day: Math.floor(time / secondsPerDay) };
    const name = nameOfGroup(group);
    const known = groupNumbers.get(name);
    if (known !== undefined) return known;
    groupNumbers.set(name, groups.length);
    return groups.push(group) - 1;
  };
  const entryOf = (window: NamedWindow): number => {
    const group = groupOf(window);
    const name = `${group} ${window.operation}`;
    const known = entryNumbers.get(name);
    if (known !== undefined) return known;
    entryNumbers.set(name, entries.length);
    return entries.push({ group, operation: window.operation }) - 1;
  };
  return {
    /** The entry of each window. */
    of: async (windows: readonly NamedWindow[]): Promise<Uint32Array> => {
      const slice = openSlices();
      const numbers = new Uint32Array(windows.length);
      for (const [index, window] of windows.entries()) {
        numbers[index] = entryOf(window);
        await slice();
      }
      return numbers;
    },
    all: (): BatchOperations => ({ groups, entries }),
  };
}

/** A name that no other group has. */
export const nameOfGroup = ({ organization, service, day }: OperationGroup): string =>
  `${organization} ${day} ${service}`;
