import type { Route, ServedBy } from '../../schemas/http/route.ts';

type Serving = Extract<ServedBy, 'ingest-api' | 'query-api'>;

/** Hosts of the roles that answer requests, as compose names them. */
export type Upstreams = Readonly<Record<Serving, readonly string[]>>;

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
  const width = Math.max(...rules.map(([pattern]) => pattern.length));
  return `# Written by npm run check:deploy -- --write from the route table. Do not edit.
events {}

http {
${Object.entries(upstreams)
  .map(([role, hosts]) => upstream(role, hosts))
  .join('\n')}
  map "$request_method $uri" $role {
    default ${'query-api'.padStart(width + 1)};
${rules.map(([pattern, role]) => `    ${pattern.padEnd(width)} ${role};`).join('\n')}
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
    listen 4318;
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
    location / { proxy_pass http://$role; }
  }
}
`;
}

const insideOf = (routes: readonly Route[]): string[] =>
  routes
    .filter(({ name, role }) => role === 'probe' && !shownToClients.has(name))
    .map(({ path }) => path.slice(1));

const upstream = (role: string, hosts: readonly string[]): string => `  upstream ${role} {
${hosts.map(host => `    server ${host}:4318;`).join('\n')}
    keepalive 64;
  }
`;

/** With the method first, and then by path alone: a preflight goes where the path is served. */
function rulesOf(routes: readonly Route[]): (readonly [pattern: string, role: Serving])[] {
  const paths = routes.flatMap(({ method, path, aliases = [], role }) =>
    [path, ...aliases].map(each => ({ method, path: pathPattern(each), role })),
  );
  const ofIngest = paths.filter(({ role }) => role === 'ingest-api');
  const other = ({ path, method }: { path: string; method: string }) =>
    paths.some(each => each.path === path && each.method !== method && each.role === 'query-api');
  return [
    ...paths
      .filter(({ role }) => role === 'query-api')
      .map(({ method, path }) => [`"~^${method} ${path}$"`, 'query-api'] as const),
    ...ofIngest
      .filter(other)
      .map(({ method, path }) => [`"~^(${method}|OPTIONS) ${path}$"`, 'ingest-api'] as const),
    ...ofIngest
      .filter(each => !other(each))
      .map(({ path }) => [`"~^[A-Z]+ ${path}$"`, 'ingest-api'] as const),
  ];
}

const pathPattern = (path: string): string =>
  `${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace(/\*\w+/g, '.+')}/?`;
