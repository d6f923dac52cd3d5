import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import fc from 'fast-check';
import { openInTurn } from '../../platform/shares/in-turn.ts';
import { holds } from '../support/property.ts';

const never = new AbortController().signal;
const settled = (): Promise<void> => new Promise(setImmediate);

/** Work that begins when it is its turn and goes on until it is ended. */
function openWork(limits: { readonly max: number; readonly ownMax: number }) {
  const turns = openInTurn(limits);
  const underWay: { readonly owner: string; readonly end: () => void }[] = [];
  return {
    underWay: () => underWay.map(({ owner }) => owner),
    ask: async (owner: string): Promise<void> => {
      void turns(owner, () => new Promise<void>(end => underWay.push({ owner, end })), never);
      await settled();
    },
    /** Gives the owner of what is ended; undefined when there is no such work. */
    end: async (at = 0): Promise<string | undefined> => {
      const [ended] = underWay.splice(at, 1);
      ended?.end();
      await settled();
      return ended?.owner;
    },
  };
}

describe('turns', () => {
  it('go to another owner at once while one has its share under way and more that waits', async () => {
    const work = openWork({ max: 4, ownMax: 2 });
    for (let n = 0; n < 9; n++) await work.ask('mallory');
    await work.ask('ada');
    deepEqual(work.underWay(), ['mallory', 'mallory', 'ada']);
  });

  it('go to the owner with the fewest under way when one is free', async () => {
    const work = openWork({ max: 3, ownMax: 3 });
    for (let n = 0; n < 9; n++) await work.ask('mallory');
    await work.ask('ada');
    await work.end();
    deepEqual(work.underWay(), ['mallory', 'mallory', 'ada']);
  });

  it('are given on when work fails, and left by whoever stops waiting', async () => {
    const turns = openInTurn({ max: 1, ownMax: 1 });
    const stopping = new AbortController();
    let fail = (_: Error): void => undefined;
    const work = (): Promise<void> =>
      new Promise((_, reject) => {
        fail = reject;
      });
    const failing = turns('ada', work, never);
    const stopped = turns('ada', async () => 'stopped', stopping.signal);
    const next = turns('ada', async () => 'next', never);
    await settled();
    stopping.abort(new Error('enough'));
    await rejects(stopped, /enough/);
    fail(new Error('broken'));
    await rejects(failing, /broken/);
    equal(await next, 'next');
    await rejects(
      turns('ada', async () => 'late', stopping.signal),
      /enough/,
    );
  });

  it('keep to the limits, and leave none free that somebody may have', () => {
    const limit = fc.integer({ min: 1, max: 5 });
    const step = fc.oneof(fc.constantFrom(...owners), fc.nat(4));
    const steps = fc.array(step, { maxLength: 40 });
    return holds(fc.asyncProperty(limit, limit, steps, follow), 100);
  });
});

const owners = ['a', 'b', 'c'] as const;

/** A step asks for an owner, or ends what is under way at a place. */
async function follow(max: number, ownMax: number, steps: readonly (string | number)[]) {
  const work = openWork({ max, ownMax });
  const left = new Map<string, number>(owners.map(owner => [owner, 0]));
  const count = (owner: string, more: number) => left.set(owner, (left.get(owner) ?? 0) + more);
  for (const step of steps) {
    if (typeof step === 'string') {
      count(step, 1);
      await work.ask(step);
    } else {
      const ended = await work.end(step);
      if (ended !== undefined) count(ended, -1);
    }
    const able = [...left.values()].reduce((sum, own) => sum + Math.min(own, ownMax), 0);
    equal(work.underWay().length, Math.min(max, able));
    for (const name of owners) ok(work.underWay().filter(owner => owner === name).length <= ownMax);
  }
}
