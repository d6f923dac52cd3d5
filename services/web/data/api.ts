import type { ResponseOf, RouteName } from '../../../schemas/http/routes.ts';
import { parseExactJson } from './exact-json.ts';
import { ApiProblem, problemOf, unreachable } from './problem.ts';
import { placeOf, type ReadName } from './reads.ts';
import { currentSession, signOut } from './session.ts';

export type Query = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

/** A response, the instant up to which telemetry is complete in it, and when the server sent it by its own clock. */
export type Answer<Body> = {
  readonly body: Body;
  readonly watermark: string | null;
  /** Unix ms; NaN where it does not say. */
  readonly sentAtMs: number;
};

type Sent = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Query;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** The response has numbers as clients sent them. */
  readonly isExact?: boolean;
  /** A key to try; that of the session when absent; null: none. */
  readonly key?: string | null;
};

/** One request with the key of the session. Throws `ApiProblem`; a key that is refused ends the session. */
export async function send(path: string, sent: Sent = {}): Promise<Response> {
  const { method = 'GET', query = {}, body, signal, key = currentSession()?.key } = sent;
  const headers = new Headers(sent.headers);
  if (key != null) headers.set('X-API-Key', key);
  // A form names its type itself, with what stands between its parts.
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json');
  const response = await fetch(urlOf(path, query), {
    method,
    headers,
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
    credentials: 'omit',
  }).catch((error: unknown) => {
    throw error instanceof DOMException && error.name === 'AbortError' ? error : unreachable();
  });
  if (response.ok) return response;
  const problem = await problemOf(response);
  if (problem.status === 401 && sent.key === undefined && key !== undefined) signOut('expired');
  throw problem;
}

/** Relative to `<base>`, so that Tidemark works below a path. */
function urlOf(path: string, query: Query): string {
  const url = new URL(path.slice(1), document.baseURI);
  for (const [name, value] of Object.entries(query))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined && each !== '') url.searchParams.append(name, String(each));
  // A plus may be a plus or a blank, and releases have both.
  url.search = url.search.replaceAll('+', '%20');
  return url.href;
}

export async function sendJson<Name extends RouteName>(
  path: string,
  sent: Sent,
): Promise<Answer<ResponseOf<Name>>> {
  const response = await send(path, sent);
  const parsed = sent.isExact ? response.text().then(parseExactJson) : response.json();
  const body = (await parsed.catch(() => {
    throw new ApiProblem({
      message: 'The response was cut off.',
      status: response.status,
      code: 'broken_response',
      requestId: response.headers.get('X-Request-Id') ?? undefined,
      retryAfter: undefined,
    });
  })) as ResponseOf<Name>;
  const { headers } = response;
  const sentAtMs = Date.parse(headers.get('Date') ?? '');
  return { body, watermark: headers.get('X-Data-Watermark'), sentAtMs };
}

export type ReadOf = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Query;
};

/** Reads of what programs sent as JSON. To look at what was written takes longer. */
const exactReads: ReadonlySet<ReadName> = new Set(['getSnapshot', 'listHealthCheckResults']);

/** What a page reads, by the name of its route. */
export function read<Name extends ReadName>(
  name: Name,
  { params, query = {} }: ReadOf,
  signal: AbortSignal,
): Promise<Answer<ResponseOf<Name>>> {
  const place = placeOf(name, params);
  const isExact = exactReads.has(name);
  return sendJson<Name>(place.path, { query: { ...place.query, ...query }, signal, isExact });
}
