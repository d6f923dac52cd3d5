import type { Route, ServedBy } from '../../schemas/http/route.ts';

type Serving = Extract<ServedBy, 'ingest-api' | 'query-api'>;

/** Processes of a role: in turns, or all requests of one key to one of them, which limits its rate. */
type Upstream = 'ingest-api' | 'ingest-api-by-key' | 'ingest-api-grpc' | 'query-api-by-key';

const [httpPort, grpcPort] = [4318, 4317];

export type Upstreams = Readonly<Record<Serving, readonly string[]>> & {
  /** A DNS server. With it, a host may have many addresses, which change; without it, each is looked up once. */
  readonly resolver?: string;
};

/** Of clients and of processes together. The default of nginx is 512. */
const connectionsMax = 8192;

/** A little more than what ingest-api takes on the wire, so that its own answer is heard. */
const bodyMegabytesMax = 12;

/** Of the probes' routes, those that clients read; the others are for the inside. */
const shownToClients: ReadonlySet<string> = new Set(['openapi', 'docs']);

/**
 * The nginx in front of all roles: each request goes to one that serves its route. Operators'
 * routes, probes and metrics are for the inside, so they are not among them.
 */
export function gatewayConfig(routes: readonly Route[], upstreams: Upstreams): string {
  const rules = rulesOf(routes);
  const { resolver } = upstreams;
  const width = Math.max(...rules.map(([pattern]) => pattern.length));
  return `# Written by npm run check:deploy -- --write from the route table. Do not edit.
events {
  worker_connections ${connectionsMax};
}

http {
${resolver === undefined ? '' : resolving(resolver)}${[
  upstream('ingest-api', upstreams),
  upstream('ingest-api-grpc', upstreams),
  upstream('ingest-api-by-key', upstreams),
  upstream('query-api-by-key', upstreams),
].join('\n')}
  # What all requests of one key share; requests without a key go by their client.
  map $http_authorization $bearer_key {
    "~*^Bearer +(?<bearer>[^ ]+)" $bearer;
    default "";
  }
  map $http_x_api_key $key {
    "" $bearer_key;
    default $http_x_api_key;
  }
  map $key $key_or_client {
    "" $remote_addr;
    default $key;
  }

  map "$request_method $uri" $served_by {
    ${'default'.padEnd(width)} query-api-by-key;
${rules.map(([pattern, name]) => `    ${pattern.padEnd(width)} ${name};`).join('\n')}
  }

  # Keys may be sent in query strings, so a line has the path alone, and that without what looks like a key.
  map $uri $logged_path {
    "~^(?<before_query>[^?]*)[?]" $before_query;
    "~^(?<before_key>.*?)tmk_" "\${before_key}tmk_";
    default $uri;
  }
  log_format without_keys escape=json '{"time":"$time_iso8601","client":"$remote_addr",'
    '"method":"$request_method","path":"$logged_path","status":$status,"bytes":$body_bytes_sent,'
    '"seconds":$request_time,"upstream":"$upstream_addr","upstream_status":"$upstream_status",'
    '"user_agent":"$http_user_agent"}';
  access_log /dev/stdout without_keys;
  # Lines below that level quote the request with its query; the access log has the status of every request.
  error_log /dev/stderr emerg;

  server {
    listen ${httpPort};
    client_max_body_size ${bodyMegabytesMax}m;
    # Bodies go on as they come: ingest-api counts them itself, and nothing is accepted before it says so.
    proxy_request_buffering off;
    # Streams of events must not wait for a full buffer.
    proxy_buffering off;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    # Only where nothing was sent yet: a request is never repeated.
    proxy_next_upstream error timeout;
    proxy_connect_timeout 2s;

    location /admin { return 404; }
    location ~ ^/(${insideOf(routes).join('|')})/?$ { return 404; }
    location / { proxy_pass http://$served_by; }

    # No process answers: the client comes back, as when a process cannot serve it.
    error_page 502 = @unavailable;
    location @unavailable {
      default_type application/problem+json;
      add_header Retry-After 1 always;
      return 503 '${noProcess}';
    }
  }

  # OTLP over gRPC: ingest-api says itself what it has no method for.
  server {
    listen ${grpcPort} http2;
    client_max_body_size ${bodyMegabytesMax}m;
    grpc_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    grpc_next_upstream error timeout;
    grpc_connect_timeout 2s;

    location / { grpc_pass grpc://ingest-api-grpc; }
  }
}
`;
}

const insideOf = (routes: readonly Route[]): string[] =>
  routes
    .filter(({ name, role }) => role === 'probe' && !shownToClients.has(name))
    .map(({ path }) => path.slice(1));

const upstream = (name: Upstream, upstreams: Upstreams): string => {
  const hosts = upstreams[name.startsWith('ingest-api') ? 'ingest-api' : 'query-api'];
  const port = name.endsWith('-grpc') ? grpcPort : httpPort;
  const isResolved = upstreams.resolver !== undefined;
  const lines = [
    ...(isResolved ? [zone(name)] : []),
    ...(name.endsWith('-by-key') ? [byKey(isResolved)] : []),
    ...hosts.map(host => `server ${host}:${port}${isResolved ? ' resolve' : ''};`),
    'keepalive 64;',
  ];
  return `  upstream ${name} {\n${lines.map(line => `    ${line}\n`).join('')}  }\n`;
};

/** Where nginx keeps addresses that change. */
const zone = (name: Upstream): string => `zone ${name} 256k;`;

/**
 * A process that is gone leaves its keys to the others, and they keep theirs. That goes by the names of hosts, so where
 * one name has all addresses, keys are shared out again when these change.
 */
const byKey = (isResolved: boolean): string =>
  `hash $key_or_client${isResolved ? '' : ' consistent'};`;

/** The addresses of a name are those of the processes that are ready, so they are looked up often. */
const resolving = (resolver: string): string => `  resolver ${resolver} valid=5s;

`;

const noProcess = JSON.stringify({
  type: 'about:blank',
  title: 'Service Unavailable',
  status: 503,
  detail: 'no process serves this at the moment',
  error: 'no process serves this at the moment',
  code: 'unavailable',
  request_id: '$request_id',
});

/** With the method first, and then by path alone: a preflight goes where the path is served. */
function rulesOf(routes: readonly Route[]): (readonly [pattern: string, upstream: Upstream])[] {
  const paths = routes.flatMap(route =>
    [route.path, ...(route.aliases ?? [])].map(each => ({
      method: route.method,
      role: route.role,
      path: pathPattern(each),
      to: toOf(route),
    })),
  );
  const ofIngest = paths.filter(({ role }) => role === 'ingest-api');
  const other = ({ path, method }: { path: string; method: string }) =>
    paths.some(each => each.path === path && each.method !== method && each.role === 'query-api');
  return [
    ...paths
      .filter(({ role }) => role === 'query-api')
      .map(({ method, path }) => [`"~^${method} ${path}$"`, 'query-api-by-key'] as const),
    ...ofIngest
      .filter(other)
      .map(({ method, path, to }) => [`"~^(${method}|OPTIONS) ${path}$"`, to] as const),
    ...ofIngest
      .filter(each => !other(each))
      .map(({ path, to }) => [`"~^[A-Z]+ ${path}$"`, to] as const),
  ];
}

/**
 * Commands go by key. Telemetry does not, because one key may send more than one process takes; and what a
 * process remembers of it is read from all in turns.
 */
const toOf = ({ name, keys, body }: Route): Upstream =>
  keys === 'none' || body === 'otlp' || body === 'gzip' || name === 'recentIngest'
    ? 'ingest-api'
    : 'ingest-api-by-key';

const pathPattern = (path: string): string =>
  `${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace(/\*\w+/g, '.+')}/?`;
