import { rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { FolderInUse } from '../../platform/errors.ts';
import { lockFolder } from '../../platform/folder-lock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('the lock of the data folder', () => {
  it('cannot be taken by a process that may not write into the folder', async () => {
    const folder = await temporaryFolder();
    const { dev, ino } = await stat(folder.path);
    // The name that any user could bind: an abstract socket belongs to no folder.
    const other = createServer().listen(`\0tidemark-${dev}-${ino}`);
    await once(other, 'listening');
    const lock = await lockFolder(folder.path);
    await lock.close();
    other.close();
    await folder.remove();
  });

  it('keeps a second holder out until the first lets go', async () => {
    const folder = await temporaryFolder();
    const first = await lockFolder(folder.path);
    await rejects(lockFolder(folder.path), FolderInUse);
    await first.close();
    const second = await lockFolder(folder.path);
    await second.close();
    await folder.remove();
  });
});
