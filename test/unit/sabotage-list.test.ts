import { deepEqual } from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../platform/package.ts';
import { sabotages } from '../sabotage/list.ts';
import { places } from '../sabotage/sabotage.ts';

const sourceOf = (file: string): string => readFileSync(join(packageRoot(), file), 'utf8');

describe('the list of breakages', () => {
  // The run that applies them takes long, so it is not run with every change.
  it('names lines that are there once', () => {
    const moved = sabotages.filter(each => places(each, sourceOf(each.file)) !== 1);
    deepEqual(moved, []);
  });

  it('names tests that are there, and no breakage twice', () => {
    const lost = sabotages.filter(({ spec }) => !existsSync(join(packageRoot(), spec)));
    deepEqual(lost, []);
    deepEqual(new Set(sabotages.map(({ name }) => name)).size, sabotages.length);
  });
});
