import { deepEqual, equal } from 'node:assert/strict';
import {
  batchName,
  intentFromBatchName,
  parseNote,
  resumePoint,
} from '../../services/processor/core/range.ts';

describe('batch range', () => {
  it('is named by source and offsets, and read back from its name', () => {
    const name = batchName({ topic: 'spans', partition: 3, first: 100, last: 250 });
    equal(name, 'spans-3:100-250');
    deepEqual(intentFromBatchName(name), { first: 100, last: 250 });
  });

  it('takes nothing else for a note', () => {
    for (const text of ['', '7', '9-7', '7-9 ', 'a-b', '-7-9']) equal(parseNote(text), undefined);
  });

  it('starts at the beginning when nothing was ever committed', () => {
    deepEqual(resumePoint(undefined, undefined), { offset: 0 });
  });

  it('repeats the noted range', () => {
    const start = resumePoint({ offset: 7, metadata: '7-9' }, { first: 3, last: 6 });
    deepEqual(start, { offset: 7, note: { first: 7, last: 9 } });
  });

  it('does not believe a note of another offset', () => {
    deepEqual(resumePoint({ offset: 10, metadata: '7-9' }, undefined), { offset: 10 });
  });

  it('believes a marker more than an offset that was committed too early or lost', () => {
    const marker = { first: 7, last: 9 };
    const start = { offset: 7, note: marker };
    deepEqual(resumePoint({ offset: 7, metadata: '7-9' }, marker), start);
    deepEqual(resumePoint({ offset: 3, metadata: '3-6' }, marker), start);
    deepEqual(resumePoint({ offset: 9, metadata: '' }, marker), start);
    deepEqual(resumePoint({ offset: 10, metadata: '' }, marker), { offset: 10 });
  });
});
