import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEnvironment } from '../../platform/lmdb/environment.ts';
import { numberKey } from '../../platform/lmdb/keys.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

const mapsFile = '/proc/self/maps';
const valueBytes = 1024 * 1024;
const values = 8;

describe('lmdb environment', () => {
  let folder: TemporaryFolder;

  before(async () => {
    folder = await temporaryFolder();
  });

  after(() => folder.remove());

  it('maps its file once, however large it becomes', async function () {
    if (!existsSync(mapsFile)) this.skip();
    const environment = await openEnvironment(folder.path);
    const table = environment.binaryTable('values');
    for (let at = 0; at < values; at++)
      await environment.batch(() => table.put(numberKey(at), Buffer.alloc(valueBytes)));
    const file = join(folder.path, 'data.mdb');
    const maps = readFileSync(mapsFile, 'utf8').split('\n');
    assert.equal(maps.filter(line => line.endsWith(file)).length, 1);
    assert.equal(table.get(numberKey(values - 1))?.length, valueBytes);
    await environment.close();
  });
});
