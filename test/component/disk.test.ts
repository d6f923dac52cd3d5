import { deepEqual, doesNotThrow, equal, match, ok, rejects, throws } from 'node:assert/strict';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import {
  createDiskSpaceMonitor,
  type FreeSpace,
  freeSpaceOf,
} from '../../platform/disk/disk-space-monitor.ts';
import { Unavailable } from '../../platform/errors.ts';
import { openLog } from '../../platform/log.ts';
import { until } from '../support/until.ts';

const MiB = 1024 ** 2;

describe('the disk', () => {
  const roomy: FreeSpace = { bytes: 600 * MiB, share: 0.5 };

  async function watched(first: FreeSpace = roomy) {
    const space = { found: first, isSilent: false, looks: 0 };
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(JSON.parse(line).msg) };
    const disk = await createDiskSpaceMonitor({
      folder: '/data',
      freeBytesMin: 512 * MiB,
      lookMs: 2,
      log: openLog({ level: 'info', pretty: false, destination }),
      freeSpace: async () => {
        space.looks++;
        if (space.isSilent) throw new Error('no answer');
        return space.found;
      },
    });
    /** Waits until the disk was looked at twice more, so that once is over. */
    const looked = async (): Promise<void> => {
      const { looks } = space;
      await until('another look', () => space.looks > looks + 1);
    };
    return { disk, space, lines, looked };
  }

  const cases: readonly (readonly [string, FreeSpace])[] = [
    ['too few bytes', { bytes: 512 * MiB - 1, share: 0.5 }],
    ['too small a share', { bytes: 100_000 * MiB, share: 0.049 }],
  ];
  for (const [name, found] of cases) {
    it(`is full with ${name} free, says so once, and heals by itself`, async () => {
      const { disk, space, lines, looked } = await watched();
      doesNotThrow(disk.ensureRoom);
      space.found = found;
      await looked();
      await looked();
      throws(disk.ensureRoom, error => {
        ok(error instanceof Unavailable);
        match(error.message, /at least 512 MiB and 5\.0 % free, found \d+ MiB and \d+\.\d %/);
        return true;
      });
      deepEqual(lines, ['disk full']);
      space.found = roomy;
      await looked();
      doesNotThrow(disk.ensureRoom);
      deepEqual(lines, ['disk full', 'disk has room again']);
      await disk.stop();
    });
  }

  it('is looked at before anything is taken', async () => {
    const { disk } = await watched({ bytes: 0, share: 0 });
    throws(disk.ensureRoom, Unavailable);
    await disk.stop();
  });

  it('is as it was while nobody can tell', async () => {
    const { disk, space, looked } = await watched({ bytes: 0, share: 0 });
    space.isSilent = true;
    await looked();
    throws(disk.ensureRoom, Unavailable);
    await disk.stop();
  });

  it('is the one of the file system', async () => {
    const { bytes, share } = await freeSpaceOf(tmpdir());
    const { bsize, blocks } = await statfs(tmpdir());
    ok(bytes > 0 && bytes <= blocks * bsize, `found ${bytes}`);
    ok(Math.abs(share - bytes / (blocks * bsize)) < 0.01, `found ${share}`);
    equal(bytes % bsize, 0);
    await rejects(freeSpaceOf('/nowhere/at/all'), /ENOENT/);
  });
});
