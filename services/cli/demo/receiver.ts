import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Terminal } from '../terminal.ts';
import { listen } from './listen.ts';

type Call = (method: string, path: string, body: object) => Promise<unknown>;

export type DemoReceiver = {
  /** Types of the events that came with a right signature. */
  readonly verified: ReadonlySet<string>;
  readonly close: () => void;
};

const events = ['alert.triggered', 'alert.resolved'];

/** A receiver of a webhook, as a user would write it: it verifies the signature of what comes, and prints it. */
export async function startDemoReceiver(
  call: Call,
  terminal: Terminal,
  ended: AbortSignal,
): Promise<DemoReceiver> {
  const verified = new Set<string>();
  let secret = '';
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const isRight = isSigned(body, request.headers, secret);
    response.writeHead(isRight ? 200 : 401).end();
    if (isRight) verified.add(show(body, terminal));
  });
  const webhook = { name: 'Demo', url: await listen(server, ended), events };
  ({ secret } = (await call('POST', '/v1/webhooks', webhook)) as { readonly secret: string });
  return {
    verified,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function isSigned(body: string, headers: IncomingHttpHeaders, secret: string): boolean {
  const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const found = Buffer.from(String(headers['x-webhook-signature']));
  return found.length === expected.length && timingSafeEqual(found, Buffer.from(expected));
}

function show(body: string, terminal: Terminal): string {
  const envelope = JSON.parse(body) as { readonly event: string; readonly event_id: string };
  const { event, event_id: id } = envelope;
  terminal.record({ kind: 'webhook_received', event, event_id: id });
  terminal.say(`${terminal.style.good('●')} webhook ${event}, its signature is right`);
  return event;
}
