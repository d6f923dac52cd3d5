import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** One request, as it came. */
export type Hooked = {
  readonly webhook: string;
  readonly sequence: number;
  readonly eventId: string;
  /** What it tells, by its data: one cause has one event. */
  readonly cause: string;
  readonly isAccepted: boolean;
};

type Options = {
  /** Of an envelope. */
  readonly causeOf: (envelope: Envelope) => string;
  /** Called with each request before its sender gets a response. */
  readonly hooked: () => void | Promise<void>;
};

/** Receivers of webhooks that outlive the servers of a run: what they keep is the truth about deliveries. */
export async function openHooks({ causeOf, hooked }: Options) {
  const requests: Hooked[] = [];
  const server = createServer(async (request, response) => {
    const envelope = JSON.parse(await text(request)) as Envelope;
    const { event_id: eventId } = envelope;
    const webhook = request.url?.slice(1) ?? '';
    // The flaky one fails the first request about each fifth event.
    const known = requests.filter(one => one.webhook === webhook);
    const isRepeated = known.some(one => one.eventId === eventId);
    const isFailed = webhook === 'flaky' && !isRepeated && known.length % failsEach === 0;
    requests.push({
      webhook,
      eventId,
      cause: causeOf(envelope),
      sequence: requests.length,
      isAccepted: !isFailed,
    });
    await hooked();
    response.writeHead(isFailed ? 503 : 200).end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    urlOf: (webhook: string): string => `http://127.0.0.1:${port}/${webhook}`,
    close: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type Envelope = {
  readonly event: string;
  readonly event_id: string;
  readonly data: Readonly<Record<string, unknown>>;
};

const failsEach = 5;
