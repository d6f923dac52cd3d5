import type { Mutant } from './mutant.ts';

const pool = 'test/component/thread-pool.test.ts';

/** What keeps bodies of one organization from taking the threads, the time and the memory of all. */
export const threads: readonly Mutant[] = [
  {
    name: 'one owner may have every thread',
    in: 'openThreadPool',
    find: 'ownRunningMax: ownThreadsMax,',
    replace: 'ownRunningMax: threadsMax,',
    spec: pool,
    test: 'a pool of threads leaves a thread to the others, however many tasks one owner has',
  },
  {
    name: 'a task is prepared before its turn',
    in: 'openThreadPool',
    find: 'const leave = await turns.enter(owner, signal);',
    replace: 'await prepare();\n      const leave = await turns.enter(owner, signal);',
    spec: pool,
    test: 'a pool of threads gives the next turn to the owner with the fewest, and prepares nothing before',
  },
  {
    name: 'sections of an index map are not counted',
    in: 'readSections',
    find: 'index >= mapSectionsMax',
    replace: 'index < 0',
    spec: 'test/unit/source-map-positions.test.ts',
    test: 'the outline of a map is refused with too many sections, and nested too deep',
  },
  {
    name: 'values of a body are not counted',
    in: 'parseJson',
    find: 'values > valuesMax',
    replace: 'values < 0',
    spec: 'test/component/http-body.test.ts',
    test: 'parseJson makes nothing of more values than it may',
  },
  {
    name: 'bytes that come out of a zip are not counted together',
    in: 'openUnpacking',
    find: 'leftBytes -= content.length;',
    replace: 'leftBytes -= 0;',
    spec: 'test/unit/source-map-zips.test.ts',
    test: 'a zip of source maps is unpacked up to the limits by the bytes that come out',
  },
  {
    name: 'a file of a zip is unpacked as far as it goes',
    in: 'inflated',
    find: 'Math.max(1, bytes)',
    replace: '1_000_000_000',
    spec: 'test/unit/source-map-zips.test.ts',
    test: 'a zip of source maps is unpacked up to the limits by the bytes that come out',
  },
];
