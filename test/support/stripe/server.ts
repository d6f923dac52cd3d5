import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { Refusal, StripeAccount, type StripeEvent } from './account.ts';
import { type Form, formOf } from './form.ts';

export const stripeSecrets = { secretKey: 'sk_test_double', webhookSecret: 'whsec_double' };

type Answer = { readonly status: number; readonly body: object };

/** The API of Stripe over HTTP, with keys for idempotency; `account` is what is behind it. */
export async function startStripe(nowMs: () => number = Date.now) {
  const account = new StripeAccount(nowMs);
  const answers = new Map<string, Answer & { readonly asked: string }>();
  const asked: string[] = [];
  const state: State = { isDown: false, sent: async () => undefined };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (state.isDown) return void request.socket.destroy();
    if (request.url?.startsWith('/c/pay/')) return showPage(request, response, { account, state });
    asked.push(`${request.method} ${new URL(request.url ?? '/', 'http://stripe').pathname}`);
    send(response, answerOnce(request, body, { account, answers }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  account.pageUrl = url;
  return {
    url,
    account,
    asked,
    settings: { ...stripeSecrets, apiUrl: url },
    /** For the environment of a server. */
    environment: {
      STRIPE_SECRET_KEY: stripeSecrets.secretKey,
      STRIPE_WEBHOOK_SECRET: stripeSecrets.webhookSecret,
      STRIPE_API_URL: url,
    },
    /** Stripe waits for the answers to the events of a payment before it sends the browser back. */
    onSent: (sent: State['sent']): void => {
      state.sent = sent;
    },
    /** Cuts every connection until it is said otherwise. */
    goDown: (isDown: boolean): void => {
      state.isDown = isDown;
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

type State = { isDown: boolean; sent: (events: readonly StripeEvent[]) => Promise<void> };

/** The page of a session: a button that pays, and leads back. */
async function showPage(
  { method, url }: IncomingMessage,
  response: ServerResponse,
  { account, state }: { readonly account: StripeAccount; readonly state: State },
): Promise<void> {
  const id = (url ?? '').slice('/c/pay/'.length);
  if (method === 'POST') {
    const before = account.events.length;
    account.pay(id);
    await state.sent(account.events.slice(before));
    const back = account.sessions.get(id)?.successUrl.replace('{CHECKOUT_SESSION_ID}', id) ?? '';
    return void response.writeHead(303, { Location: back }).end();
  }
  response.writeHead(200, { 'Content-Type': 'text/html' });
  response.end(
    `<title>Pay</title><link rel="icon" href="data:,"><form method="post"><button>Pay ${id}</button></form>`,
  );
}

export type StripeDouble = Awaited<ReturnType<typeof startStripe>>;

/** An event as Stripe sends it. */
export function signed(
  { id, type, object }: StripeEvent,
  { secret = stripeSecrets.webhookSecret, atMs = Date.now() } = {},
): { readonly body: string; readonly signature: string } {
  const body = JSON.stringify({ id, object: 'event', type, data: { object } });
  const timestamp = Math.floor(atMs / 1_000);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
  return { body, signature };
}

type Behind = {
  readonly account: StripeAccount;
  readonly answers: Map<string, Answer & { readonly asked: string }>;
};

/** The same key gives the answer that it gave before; with another request it is refused. */
function answerOnce(
  { method, url, headers }: IncomingMessage,
  body: string,
  { account, answers }: Behind,
): Answer {
  const { pathname, search } = new URL(url ?? '/', 'http://stripe');
  const form = formOf(method === 'GET' ? search.slice(1) : body);
  const key = headers['idempotency-key'];
  const answer = (): Answer => answerOf(`${method} ${pathname}`, form, account);
  if (headers.authorization !== `Bearer ${stripeSecrets.secretKey}`)
    return refusalOf(new Refusal(401, 'invalid_key'));
  if (typeof key !== 'string' || method === 'GET') return answer();
  const asked = `${method} ${pathname} ${body}`;
  const known = answers.get(key);
  if (known !== undefined && known.asked !== asked)
    return refusalOf(new Refusal(400, 'idempotency_key_in_use', 'idempotency_error'));
  if (known !== undefined) return known;
  const given = { ...answer(), asked };
  answers.set(key, given);
  return given;
}

function answerOf(asked: string, form: Form, account: StripeAccount): Answer {
  try {
    return { status: 200, body: resultOf(asked, form, account) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refusalOf(error);
  }
}

const refusalOf = ({ status, code, type, message }: Refusal): Answer => ({
  status,
  body: { error: { type, code, message } },
});

function resultOf(asked: string, form: Form, account: StripeAccount): object {
  const id = /\/(?<id>sub_\w+?)(?:\/release)?$/u.exec(asked)?.groups?.id ?? '';
  switch (asked.replace(id === '' ? ':' : id, ':id')) {
    case 'POST /v1/products':
      return account.makeProduct(form);
    case 'POST /v1/checkout/sessions':
      return account.openSession(form);
    case 'GET /v1/subscriptions/:id':
      return account.subscriptionBody(account.subscription(id));
    case 'POST /v1/subscriptions/:id':
      return account.updateSubscription(id, form);
    case 'DELETE /v1/subscriptions/:id':
      if (account.subscription(id).status === 'canceled')
        throw new Refusal(404, 'resource_missing');
      account.cancel(id);
      return account.subscriptionBody(account.subscription(id));
    case 'POST /v1/subscription_schedules':
      return account.makeSchedule(form);
    case 'POST /v1/subscription_schedules/:id':
      return account.changeSchedule(id, form);
    case 'POST /v1/subscription_schedules/:id/release':
      return account.release(id);
    case 'GET /v1/invoices':
      return account.listInvoices(form);
    case 'POST /v1/billing/meter_events':
      return account.report(form);
    default:
      throw new Error(`expected a request that the double knows, found ${asked}`);
  }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': 'req_double' });
  response.end(JSON.stringify(body));
}
