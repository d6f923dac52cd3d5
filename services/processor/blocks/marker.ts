import { uuidBytes } from '../../../platform/columns/uuid.ts';
import { nilOrganization } from '../../../schemas/ids.ts';
import { type BatchTable, batchTables } from '../core/tables.ts';

/** What every row of a batch shares, and what its marker rows say. */
export type BatchMetadata = {
  /** `spans-3:100-250` */
  readonly name: string;
  /** When the batch was formed, in seconds: what "known" means. */
  readonly knownSeconds: number;
};

export const nilOrganizationBytes = uuidBytes(nilOrganization);

/** The table partitions that rows with these times fall into; each gets one marker row. */
export function partitionsOf(table: BatchTable, seconds: ArrayLike<number>): number[] {
  const distinct = new Set<number>();
  let last = -1;
  for (let row = 0; row < seconds.length; row++) {
    const second = seconds[row] as number;
    if (second === last) continue;
    last = second;
    distinct.add(batchTables[table].partition(second));
  }
  return [...distinct];
}
