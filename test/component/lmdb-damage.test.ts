import { equal, match, ok } from 'node:assert/strict';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { damageOf } from '../../platform/lmdb/data-file.ts';
import { openEnvironment } from '../../platform/lmdb/environment.ts';
import { numberKey } from '../../platform/lmdb/keys.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

const pageSizes = [4096, 8192];
const triesMax = 500;

for (const pageSize of pageSizes)
  describe(`a file of lmdb with pages of ${pageSize} bytes`, () => {
    let folder: TemporaryFolder;
    let file = '';

    before(async () => {
      folder = await temporaryFolder();
      file = join(folder.path, 'data.mdb');
      const environment = await openEnvironment(folder.path, { pageSize });
      const table = environment.binaryTable('values');
      for (let at = 0; at < 300; at++)
        await environment.batch(() =>
          table.put(numberKey(at), Buffer.alloc(at % 10 === 0 ? 50_000 : 500, at)),
        );
      await environment.close();
    });
    after(() => folder.remove());

    it('is whole after it was closed', async () => {
      equal(await damageOf(file), undefined);
    });

    it('is damaged wherever it is cut off', async () => {
      const whole = readFileSync(file);
      for (const share of [0.95, 0.9, 0.5, 0.1, 0.001]) {
        truncateSync(file, Math.floor(whole.length * share));
        ok((await damageOf(file)) !== undefined, `${share} of the file`);
      }
      writeFileSync(file, whole);
      equal(await damageOf(file), undefined);
    });

    it('is damaged where it begins with something else', async () => {
      const whole = readFileSync(file);
      writeFileSync(file, Buffer.concat([Buffer.alloc(pageSize), whole.subarray(pageSize)]));
      match(String(await damageOf(file)), /does not begin/);
      writeFileSync(file, whole);
    });

    it('is whole where pages at its end are free and were never written', async () => {
      const other = join(folder.path, 'other');
      const environment = await openEnvironment(other, { pageSize });
      const table = environment.binaryTable('values');
      file = join(other, 'data.mdb');
      const isShort = (): boolean => {
        const bytes = readFileSync(file);
        const lastPages = [0, pageSize].map(meta => Number(bytes.readBigUInt64LE(meta + 144)));
        return bytes.length < (Math.max(...lastPages) + 1) * pageSize;
      };
      for (let tries = 0; tries < triesMax && !isShort(); tries++)
        await environment.batch(() => {
          for (let at = 0; at < 4; at++) {
            table.put(
              numberKey((tries * 7 + at) % 6),
              Buffer.alloc((tries * 7_919 * (at + 1)) % 100_000),
            );
            if ((tries + at) % 3 > 0) table.remove(numberKey((tries * 7 + at) % 6));
          }
        });
      ok(isShort(), 'the case that is tested');
      equal(await damageOf(file), undefined);
      await environment.close();
    });
  });
