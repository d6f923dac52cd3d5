import { Readable } from 'node:stream';

export type ServerEvent = {
  readonly event: string;
  readonly data: unknown;
  /** What a client sends as `Last-Event-ID` when it comes back. */
  readonly id?: string;
};

/** One event: always named, lines end with LF, and all of the data is one line, since some clients take only the last. */
export const eventText = ({ event, data, id }: ServerEvent): string =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/** A line that every client ignores; for people who look at the stream. */
export const commentText = (comment: string): string => `: ${comment}\n\n`;

/**
 * What `produce` gives, one text after the other and no faster than the client takes them. Its
 * signal aborts when the client has left; `ended` is called exactly once.
 */
export function eventStream(
  produce: (signal: AbortSignal) => AsyncIterator<string | Uint8Array>,
  onEnded: () => void,
): Readable {
  const controller = new AbortController();
  const texts = produce(controller.signal);
  return new Readable({
    read() {
      texts.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: Error) => this.destroy(error),
      );
    },
    destroy: (error, done) => {
      controller.abort();
      onEnded();
      done(error);
    },
  });
}
