import { deepEqual, equal } from 'node:assert/strict';
import { createLimiter } from '../../services/processor/cardinality/limiter.ts';
import { until } from '../support/until.ts';

type Group = { readonly name: string };

const { signal } = new AbortController();

type Stored = readonly (Group & { readonly members: readonly string[] })[];

const open = (read: (groups: readonly Group[]) => Stored | Promise<Stored>) =>
  createLimiter<Group, string>({
    membersMax: 2,
    rememberedMax: 4,
    groupsAtOnce: 2,
    nameOf: ({ name }) => name,
    read: async function* (groups) {
      yield await read(groups);
    },
  });

const groupsOf = (...names: readonly string[]) => names.map(name => ({ name }));

describe('a cardinality limiter', () => {
  it('admits the stored members, and others up to the limit', async () => {
    const limiter = open(() => [{ name: 'a', members: ['stored'] }]);
    const [members] = await limiter.membersOf(groupsOf('a'), signal);
    const admitted = ['new', 'stored', 'third', 'new'].map(name => limiter.admits(members, name));
    deepEqual(admitted, [true, true, false, true]);
  });

  it('counts the members of two batches together that read a group at the same time', async () => {
    const reads: (() => void)[] = [];
    const limiter = open(() => new Promise(resolve => reads.push(() => resolve([]))));
    const batches = [1, 2].map(() => limiter.membersOf(groupsOf('a'), signal));
    await until('both to read', () => reads.length === 2);
    const admitted: boolean[] = [];
    for (const [index, batch] of batches.entries()) {
      reads[index]?.();
      const [members] = await batch;
      admitted.push(...['x', 'y', 'z'].map(name => limiter.admits(members, `${name} ${index}`)));
    }
    deepEqual(admitted, [true, true, false, false, false, false]);
  });

  it('reads some groups at once, and again those that it did not use before it remembered too much', async () => {
    const reads: string[] = [];
    const limiter = open(groups => {
      reads.push(groups.map(({ name }) => name).join());
      return [];
    });
    await limiter.membersOf(groupsOf('a', 'b', 'c', 'a'), signal);
    const [members] = await limiter.membersOf(groupsOf('a'), signal);
    for (const name of ['x', 'y']) equal(limiter.admits(members, name), true);
    const [again] = await limiter.membersOf(groupsOf('a'), signal);
    deepEqual(reads, ['a,b', 'c']);
    equal(limiter.admits(again, 'z'), false);
    await limiter.membersOf(groupsOf('b'), signal);
    deepEqual(reads, ['a,b', 'c', 'b']);
  });
});
