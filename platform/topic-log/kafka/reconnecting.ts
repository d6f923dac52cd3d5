import { Unavailable } from '../../errors.ts';
import { translating } from './errors.ts';

type Connection = { connect(): Promise<void>; disconnect(): Promise<void> };

export type Reconnecting<Connected> = {
  /** Connects when that is needed, and throws the port's errors. */
  use<Result>(expected: string, work: (connected: Connected) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

type RenewWhen = 'unavailable' | 'any error';

/** A connection that is made at its first use, and made anew after one that failed. */
export function renewable<Connected extends Connection>(
  create: () => Connected,
  renewWhen: RenewWhen,
): Reconnecting<Connected> {
  let current: Promise<Connected> | undefined;
  const state = { closed: false };
  const connected = async (): Promise<Connected> => {
    const made = create();
    try {
      await made.connect();
      return made;
    } catch (error) {
      await made.disconnect().catch(() => {});
      throw error;
    }
  };
  const drop = (failed: Promise<Connected>): void => {
    if (current === failed) current = undefined;
    void failed.then(made => made.disconnect()).catch(() => {});
  };
  return {
    use: async (expected, work) => {
      if (state.closed)
        throw new Unavailable('expected the topic log to be open, but it was closed');
      current ??= connected();
      const used = current;
      try {
        return await translating(expected, async () => work(await used));
      } catch (error) {
        if (renewWhen === 'any error' || error instanceof Unavailable) drop(used);
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
