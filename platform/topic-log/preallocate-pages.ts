import type { Environment } from '../lmdb/environment.ts';
import { numberKey } from '../lmdb/keys.ts';

/** The tree takes a page for 75 records or more: enough for 10 GiB of records of 270,000 bytes. */
const pagesReserved = 512;
/** Left for a page's own header: a value over the rest of the page would take two. */
const headerBytesMax = 512;

/**
 * Leaves free pages in a new folder, no two of them side by side: the tree grows into these, and
 * records of more than a page, which need several in a row, do not. So the tree's pages lie together
 * and not among the records, which Linux from 6.18 on would map along with them, up to 2 MiB a page.
 *
 *  pageSize  of the environment, in bytes
 *  cost      twice as many pages on disk
 */
export async function preallocatePages(environment: Environment, pageSize: number): Promise<void> {
  const table = environment.binaryTable('reserve');
  const isTaken = (page: number): boolean => table.get(numberKey(page)) !== undefined;
  if (isTaken(0) && !isTaken(1)) return;
  const pages = Array.from({ length: 2 * pagesReserved }, (_, page) => page);
  const value = Buffer.alloc(pageSize - headerBytesMax);
  await environment.batch(() => {
    for (const page of pages) table.put(numberKey(page), value);
  });
  await environment.batch(() => {
    for (const page of pages) if (page % 2 === 1) table.remove(numberKey(page));
  });
}
