import { ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openLmdbTopicLog } from '../../platform/topic-log/lmdb.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const pageBytes = 8192;
const mebi = 1024 ** 2;

/** Where the pages of lmdb's trees begin: those that carry their own number and say `branch` or `leaf`. */
function treePages(file: Buffer): number[] {
  const found: number[] = [];
  for (let at = 0; at + pageBytes <= file.length; at += pageBytes) {
    const isPage = file.readBigUInt64LE(at) === BigInt(at / pageBytes);
    if (isPage && (file.readUInt16LE(at + 18) & 0b11) !== 0) found.push(at);
  }
  return found;
}

describe('the pages of the log', () => {
  it('that tell where records are lie together, not among the records', async () => {
    const folder = await temporaryFolder();
    const log = await openLmdbTopicLog({ folder: folder.path });
    await log.createTopics([{ topic: 'long', partitions: 4, retentionMs: 86_400_000 }]);
    const value = Buffer.alloc(64 * 1024);
    for (let round = 0; round < 40; round++) {
      const some = Array.from({ length: 25 }, (_, index) => ({
        key: `${round} ${index}`,
        value,
        headers: {},
      }));
      await log.append('long', some);
    }
    await log.close();
    const file = await readFile(join(folder.path, 'data.mdb'));
    await folder.remove();
    const pages = treePages(file);
    ok(file.length > 60 * mebi && pages.length > 20);
    ok(Math.max(...pages) < 9 * mebi);
  });
});
