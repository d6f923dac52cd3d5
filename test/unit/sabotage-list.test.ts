import { deepEqual } from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../platform/package.ts';
import { sabotages } from '../sabotage/list.ts';

const timesIn = (file: string, text: string): number =>
  readFileSync(join(packageRoot(), file), 'utf8').split(text).length - 1;

describe('the list of breakages', () => {
  // The run that applies them takes long, so it is not run with every change.
  it('names lines that are there once', () => {
    const moved = sabotages.filter(({ file, anchor }) => timesIn(file, anchor) !== 1);
    deepEqual(moved, []);
  });

  it('names tests that are there, and no breakage twice', () => {
    const lost = sabotages.filter(({ spec }) => !existsSync(join(packageRoot(), spec)));
    deepEqual(lost, []);
    deepEqual(new Set(sabotages.map(({ name }) => name)).size, sabotages.length);
  });
});
