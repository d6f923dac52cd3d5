import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as open,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream';
import { serverLimits } from '../../platform/http/limits.ts';
import { pathPattern } from '../../platform/http/path-pattern.ts';
import type { Route, ServedBy } from '../../schemas/http/route.ts';
import { routes } from '../../schemas/http/routes.ts';

const keepAliveTimeout = serverLimits.keepAliveTimeoutMs;

export type Gateway = {
  readonly url: string;
  /** Whom requests of a role go to, in turns. */
  readonly targets: Map<string, readonly string[]>;
  readonly stop: () => Promise<void>;
};

/**
 * What stands before processes of several roles: sends each request to one that serves its route,
 * over a connection of its own. One that is kept may be closed just as it is used, and nobody could
 * tell then whether a POST was heard (RFC 9110, 9.2.2). Who cannot be reached at all is passed over.
 */
export async function startGateway(): Promise<Gateway> {
  const agent = new Agent({ keepAlive: false });
  const targets = new Map<string, readonly string[]>();
  let turn = 0;
  // As long as those behind it, or it would cut off clients that it has no quarrel with.
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    const urls = targets.get(roleOf(request)) ?? [];
    const first = turn++;
    const inTurn = urls.map((_, index) => urls[(first + index) % urls.length] as string);
    forward(request, response, inTurn, agent);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    targets,
    stop: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

const patterns = (routes as readonly Route[]).flatMap(({ method, path, aliases = [], role }) =>
  [path, ...aliases].map(each => ({ method, role, pattern: pathPattern(each) })),
);

function roleOf({ method, url = '/' }: IncomingMessage): ServedBy {
  const [path = '/'] = url.split('?', 1);
  const onPath = patterns.filter(({ pattern }) => pattern.test(path));
  return (onPath.find(each => each.method === method) ?? onPath[0])?.role ?? 'query-api';
}

function forward(
  request: IncomingMessage,
  response: ServerResponse,
  [target, ...others]: readonly string[],
  agent: Agent,
): void {
  if (target === undefined) {
    request.resume();
    response.writeHead(503, { 'Retry-After': '1' }).end('nobody serves this now\n');
    return;
  }
  const { method, headers, url = '/' } = request;
  // The path as it came: in a URL, dots in it would be taken for steps up.
  const sent = open(target, { path: url, method, headers, agent }, answer => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    pipeline(answer, response, () => undefined);
  });
  sent.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') forward(request, response, others, agent);
    else response.destroy();
  });
  // Only a connection that is there takes what was sent, so that another can still have all of it.
  sent.once('socket', socket =>
    socket.once('connect', () => pipeline(request, sent, () => undefined)),
  );
}
