import { deepEqual } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

type Entry = { readonly integrity?: string; readonly link?: boolean };

/** Published for other platforms than the one that locked the versions, and not to be had there. */
const withoutHash = [
  'node_modules/@chdb/lib-darwin-arm64',
  'node_modules/@chdb/lib-darwin-x64',
  'node_modules/@chdb/lib-linux-arm64-gnu',
];

describe('the lock file of packages', () => {
  it('holds the hash of every package', async () => {
    const lock = JSON.parse(await readFile('package-lock.json', 'utf8'));
    const packages = Object.entries<Entry>(lock.packages);
    const unhashed = packages
      .filter(([path, { integrity, link }]) => path !== '' && !integrity && !link)
      .map(([path]) => path);
    deepEqual(unhashed, withoutHash);
  });
});
