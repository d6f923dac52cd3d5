import type { Child } from './child.ts';

/** Something that happens while a server lives, such as the arrival of a mail. */
type Moment = string;

type Aim = {
  readonly child: Child;
  /** Any moment counts if absent. */
  readonly moment?: Moment;
  /** The server dies at one of so many. */
  readonly left: number;
  /** It lives for as long as the response takes. */
  readonly isAnswered: boolean;
};

/** Kills a server at some moment, before or after the response that it waits for. */
export function openKiller() {
  const kills = new Map<string, number>();
  let aim: Aim | undefined;
  return {
    /** What it did, by moment. */
    kills: kills as ReadonlyMap<string, number>,
    count: (): number => [...kills.values()].reduce((sum, count) => sum + count, 0),
    aimAt: (next: Aim): void => {
      aim = next;
    },
    /** Ends a server that met no such moment. */
    stop: async ({ kill, ended }: Child): Promise<void> => {
      aim = undefined;
      kill('SIGKILL');
      await ended;
    },
    /** Called when it happens; the response to it comes afterwards. */
    met: async (moment: Moment): Promise<void> => {
      if (aim === undefined || (aim.moment ?? moment) !== moment) return;
      aim = { ...aim, left: aim.left - 1 };
      if (aim.left > 0) return;
      const { child, isAnswered } = aim;
      aim = undefined;
      const name = `${moment}, ${isAnswered ? 'after' : 'before'} the response`;
      kills.set(name, (kills.get(name) ?? 0) + 1);
      if (isAnswered) {
        setImmediate(() => child.kill('SIGKILL'));
        return;
      }
      child.kill('SIGKILL');
      await child.ended;
    },
  };
}
