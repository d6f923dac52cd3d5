import { Agent, type ClientRequest, request } from 'node:http';

/** A request as it goes over the wire; its body in base64. */
export type Prepared = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/**
 * flood  each connection sends one request after the other
 * hold   each connection keeps its response open, unread
 * stall  each connection sends its head and most of its body, and nothing more
 */
export type Mode = 'flood' | 'hold' | 'stall';

export type Attack = {
  readonly url: string;
  readonly mode: Mode;
  readonly connections: number;
  readonly requests: readonly Prepared[];
};

/** How often each status came; 0 is a connection that ended without one. */
export type Tally = Readonly<Record<number, number>>;

export type Said = { readonly opened: true } | { readonly tally: Tally };

/** Not the address of the neighbour: a share for each client network must not be what protects it. */
const ownAddress = '127.0.0.2';
const pauseMs = 20;
/** Bytes that a stalled body lacks. */
const withheldBytes = 10;

const tally: Record<number, number> = {};
const open = new Set<ClientRequest>();
let isOver = false;

const count = (status: number): void => {
  tally[status] = (tally[status] ?? 0) + 1;
};

/** Resolves when the exchange is over, which one that is held is when the server ends it. */
function exchange({ url, mode }: Attack, prepared: Prepared, agent: Agent): Promise<void> {
  const { method, path, headers } = prepared;
  const body = Buffer.from(prepared.body, 'base64');
  const { hostname, port } = new URL(url);
  return new Promise(resolve => {
    const options = { hostname, port, path, method, agent, localAddress: ownAddress };
    const length = body.length === 0 ? {} : { 'Content-Length': body.length };
    const sent = request({ ...options, headers: { ...headers, ...length } });
    open.add(sent);
    sent.on('response', answer => {
      count(answer.statusCode ?? 0);
      answer.on('error', () => undefined);
      if (mode !== 'hold' || answer.statusCode !== 200) answer.resume();
    });
    sent.on('error', () => count(0));
    sent.on('close', () => {
      open.delete(sent);
      resolve();
    });
    if (mode === 'stall' && body.length > withheldBytes)
      sent.write(body.subarray(0, -withheldBytes));
    else sent.end(body);
  });
}

async function keepAt(attack: Attack, agent: Agent, first: number): Promise<void> {
  const { requests } = attack;
  for (let index = first; !isOver; index++) {
    await exchange(attack, requests[index % requests.length] as Prepared, agent);
    // One that is rejected comes again, as a client without manners does, and yet this loop must not be the load.
    if (attack.mode !== 'flood') await new Promise(resolve => setTimeout(resolve, pauseMs));
  }
}

process.on('message', (attack: Attack | 'stop') => {
  if (attack === 'stop') {
    isOver = true;
    for (const each of open) each.destroy();
    process.send?.({ tally } satisfies Said, () => process.exit(0));
    return;
  }
  const agent = new Agent({ keepAlive: attack.mode === 'flood', maxSockets: attack.connections });
  for (let n = 0; n < attack.connections; n++) void keepAt(attack, agent, n);
  process.send?.({ opened: true } satisfies Said);
});
