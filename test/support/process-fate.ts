import { setImmediate as turn } from 'node:timers/promises';

/** What happens to a process at one of the calls that it makes to its engines, counted from its start. */
export type Fate = {
  readonly call: number;
  /** It dies before the call, in the middle of it or after it; or it sleeps, is replaced, and goes on later. */
  readonly how: 'before' | 'during' | 'after' | 'sleep';
  /** Turns of the event loop for which it sleeps. */
  readonly turns: number;
};

/** Calls of one process, which its fate meets at one of them. A process that is dead changes nothing any more. */
export function openFate(fate: Fate | undefined) {
  const state = { calls: 0, isDead: false };
  let replace = (): void => undefined;
  /** Resolves when the process is dead or asleep. */
  const replaced = new Promise<void>(resolve => {
    replace = resolve;
  });
  const die = (): never => {
    state.isDead = true;
    replace();
    throw new Error('dead');
  };
  const sleep = async (turns: number): Promise<void> => {
    replace();
    for (let left = turns; left > 0; left--) await turn();
  };
  /** `half` is what is left of an effect that was begun. */
  const around = async <Result>(effect: () => Result, half = (): void => undefined) => {
    await turn();
    if (state.isDead) throw new Error('dead');
    const now = state.calls++ === fate?.call ? fate : undefined;
    if (now?.how === 'before') die();
    if (now?.how === 'sleep') await sleep(now.turns);
    if (now?.how === 'during') {
      half();
      die();
    }
    const result = effect();
    if (now?.how === 'after') die();
    return result;
  };
  return { around, replaced };
}
