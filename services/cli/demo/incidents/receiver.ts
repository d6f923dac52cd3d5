import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import type { WebhookEventType } from '../../../../schemas/webhooks/event-types.ts';
import type { WebhookDataOf } from '../../../../schemas/webhooks/payload.ts';
import type { Terminal } from '../../terminal.ts';
import type { Call } from './call.ts';
import { listen } from './listen.ts';

export type DemoReceiver = {
  /** Whether the event of an alert or anomaly came with a right signature. */
  readonly hasVerified: (event: WebhookEventType, id: string) => boolean;
  readonly close: () => void;
};

const events: readonly WebhookEventType[] = [
  'alert.triggered',
  'alert.resolved',
  'anomaly.detected',
];

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
    hasVerified: (event, id) => verified.has(`${event} ${id}`),
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

type Envelope = {
  readonly event: string;
  readonly event_id: string;
  readonly data:
    | WebhookDataOf['anomaly.detected']
    | WebhookDataOf['alert.triggered' | 'alert.resolved'];
};

function show(body: string, terminal: Terminal): string {
  const { event, event_id, data } = JSON.parse(body) as Envelope;
  const { id, about } =
    'alert_id' in data
      ? { id: data.alert_id, about: data.rule_name }
      : { id: data.anomaly_id, about: `${data.metric} of ${data.service_name}` };
  terminal.record({ kind: 'webhook_received', event, event_id, about });
  terminal.say(
    `${terminal.style.good('●')} webhook ${event} (${about}) arrived, its signature is right`,
  );
  return `${event} ${id}`;
}
