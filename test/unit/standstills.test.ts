import { deepEqual } from 'node:assert/strict';
import { openStandstills, type Progress } from '../crash/standstills.ts';

const at = (place: number, lag: number): Progress => ({ name: 'processor', place, lag });

describe('what stands still', () => {
  it('is behind at one place for longer than the limit', () => {
    const standstills = openStandstills(100);
    deepEqual(standstills([at(5, 3)], 0), []);
    deepEqual(standstills([at(5, 4)], 100), []);
    deepEqual(standstills([at(5, 4)], 101), [at(5, 4)]);
  });

  it('is not what moves, however slowly', () => {
    const standstills = openStandstills(100);
    for (const step of [0, 1, 2, 3]) deepEqual(standstills([at(step, 9)], step * 90), []);
    deepEqual(standstills([at(3, 9)], 370), []);
    deepEqual(standstills([at(3, 9)], 371), [at(3, 9)]);
  });

  it('is not what has nothing left to read, and begins anew when it has', () => {
    const standstills = openStandstills(100);
    deepEqual(standstills([at(5, 0)], 0), []);
    deepEqual(standstills([at(5, 0)], 500), []);
    deepEqual(standstills([at(5, 1)], 600), []);
    deepEqual(standstills([at(5, 1)], 601), [at(5, 1)]);
  });

  it('is found for each reader by itself', () => {
    const standstills = openStandstills(100);
    const other = { ...at(1, 1), name: 'evaluator' };
    standstills([at(5, 3), other], 0);
    deepEqual(standstills([at(6, 2), other], 101), [other]);
  });
});
