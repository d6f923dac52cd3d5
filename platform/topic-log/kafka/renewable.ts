import { Unavailable } from '../../errors.ts';
import { translating } from './errors.ts';

type Connection = { connect(): Promise<void>; disconnect(): Promise<void> };

export type Renewable<Connected> = {
  /** Connects when that is needed, and throws the port's errors. */
  use<Result>(expected: string, work: (connected: Connected) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

type RenewWhen = 'unavailable' | 'any error';

/**
 * A connection that is made at its first use, and made anew after one that failed. A try to connect
 * goes on for seconds: once one has failed, nobody waits for the next, and whoever comes meanwhile
 * is told at once.
 */
export function renewable<Connected extends Connection>(
  create: () => Connected,
  renewWhen: RenewWhen,
): Renewable<Connected> {
  let current: Promise<Connected> | undefined;
  let away: { readonly cause: unknown } | undefined;
  const state = { closed: false };
  const connected = async (): Promise<Connected> => {
    const made = create();
    try {
      await made.connect();
      away = undefined;
      return made;
    } catch (cause) {
      away = { cause };
      await made.disconnect().catch(() => {});
      throw cause;
    }
  };
  const drop = (failed: Promise<Connected>): void => {
    if (current === failed) current = undefined;
    void failed.then(made => made.disconnect()).catch(() => {});
  };
  const connect = (): Promise<Connected> => {
    const connecting = connected();
    connecting.catch(() => drop(connecting));
    return connecting;
  };
  return {
    use: async (expected, work) => {
      if (state.closed)
        throw new Unavailable('expected the topic log to be open, but it was closed');
      current ??= connect();
      const used = current;
      try {
        return await translating(expected, async () => {
          if (away !== undefined) throw away.cause;
          return work(await used);
        });
      } catch (error) {
        if (away === undefined && (renewWhen === 'any error' || error instanceof Unavailable))
          drop(used);
        throw error;
      }
    },
    close: async () => {
      state.closed = true;
      await current?.then(made => made.disconnect()).catch(() => {});
      current = undefined;
    },
  };
}
