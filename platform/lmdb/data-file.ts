import { type FileHandle, open } from 'node:fs/promises';

/** A file of lmdb in a folder. */
export const dataFile = 'data.mdb';

const headerBytes = 24;
const magic = 0xbeefc0de;
/** Where a page has them, in bytes from its start; all but the first two in a meta page. */
const at = {
  flags: 18,
  nodesEnd: 20,
  magic: 24,
  pageSize: 48,
  roots: [88, 136],
  lastPage: 144,
  transaction: 152,
} as const;
const metaBytes = 160;
const pageSizes: readonly number[] = [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536];
/** The root of an empty tree. */
const noPage = 0xffff_ffff_ffff_ffffn;

const isBranch = 0x01;
const isLeaf = 0x02;
const hasLargeValue = 0x01;
const hasTree = 0x02;
/** A tree stored as a value: its root, and the value's length. */
const treeBytes = 48;
const rootInTree = 40;

/**
 * Why the file cannot be opened; undefined when it can. Opening it all the same would end the process: lmdb maps its
 * file, and a page after the file's end is a fatal signal.
 *  cost  two reads; of a file that is shorter than its pages, a read of each page of its trees
 */
export async function damageOf(file: string): Promise<string | undefined> {
  const handle = await open(file, 'r').catch(unlessMissing);
  if (handle === undefined) return undefined;
  try {
    const { size } = await handle.stat();
    return size === 0 ? undefined : await damageIn(handle, size);
  } finally {
    await handle.close();
  }
}

async function damageIn(handle: FileHandle, size: number): Promise<string | undefined> {
  const first = await bytesAt(handle, 0, metaBytes);
  const pageSize = first?.readUInt32LE(at.pageSize) ?? 0;
  if (first?.readUInt32LE(at.magic) !== magic || !pageSizes.includes(pageSize))
    return 'it does not begin as such a file does';
  const second = await bytesAt(handle, pageSize, metaBytes);
  if (second?.readUInt32LE(at.magic) !== magic) return 'its second page is missing';
  const newest = transactionOf(second) > transactionOf(first) ? second : first;
  const expected = (Number(newest.readBigUInt64LE(at.lastPage)) + 1) * pageSize;
  // Pages at the end that are free may never have been written.
  if (size >= expected || (await hasAllPages(handle, { pageSize, size, newest }))) return undefined;
  return `it has ${size} bytes of ${expected}`;
}

const transactionOf = (meta: Buffer): bigint => meta.readBigUInt64LE(at.transaction);

type Trees = { readonly pageSize: number; readonly size: number; readonly newest: Buffer };

/** Whether each page that a tree uses is in the file. */
async function hasAllPages(
  handle: FileHandle,
  { pageSize, size, newest }: Trees,
): Promise<boolean> {
  const pages = Math.floor(size / pageSize);
  const isInside = ({ first, bytes }: Used): boolean =>
    first + Math.ceil(bytes / pageSize) <= pages;
  const open = at.roots
    .map(root => newest.readBigUInt64LE(root))
    .filter(isPage)
    .map(treePage);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isInside(next)) return false;
    if (!next.isTree) continue;
    const page = await bytesAt(handle, next.first * pageSize, pageSize);
    if (page === undefined) return false;
    open.push(...usedBy(page));
  }
  return true;
}

/** What a page refers to: a page of a tree, or a large value in pages of its own. */
type Used = { readonly first: number; readonly bytes: number; readonly isTree: boolean };

const treePage = (page: bigint | number): Used => ({
  first: Number(page),
  bytes: 1,
  isTree: true,
});

function usedBy(page: Buffer): readonly Used[] {
  const flags = page.readUInt16LE(at.flags);
  if ((flags & (isBranch | isLeaf)) === 0) return [];
  const nodes = page.readUInt16LE(at.nodesEnd) >> 1;
  return Array.from(
    { length: nodes },
    (_, index) => page.readUInt16LE(headerBytes + 2 * index) + headerBytes,
  ).flatMap(node =>
    (flags & isBranch) !== 0 ? [treePage(page.readUIntLE(node, 6))] : usedByValue(page, node),
  );
}

function usedByValue(page: Buffer, node: number): readonly Used[] {
  const bytes = page.readUInt32LE(node);
  const flags = page.readUInt16LE(node + 4);
  const value = node + 8 + page.readUInt16LE(node + 6);
  if ((flags & hasLargeValue) !== 0)
    return [{ first: page.readUIntLE(value, 6), bytes: headerBytes + bytes, isTree: false }];
  if ((flags & hasTree) === 0 || bytes !== treeBytes) return [];
  const root = page.readBigUInt64LE(value + rootInTree);
  return isPage(root) ? [treePage(root)] : [];
}

const isPage = (page: bigint): boolean => page !== noPage;

async function bytesAt(
  handle: FileHandle,
  position: number,
  length: number,
): Promise<Buffer | undefined> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return bytesRead === length ? buffer : undefined;
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
