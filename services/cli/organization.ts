import type { Command } from 'commander';
import { z } from 'zod';
import { parseExactJson } from '../../schemas/exact-json.ts';
import type { Route } from '../../schemas/http/route.ts';
import { type ResponseOf, type RouteName, routes } from '../../schemas/http/routes.ts';
import { unfitNames } from '../../schemas/unfit-names.ts';
import type { CommandContext } from './context.ts';
import { CommandFailed, UsageError } from './errors.ts';
import { lastOfStream } from './progress-stream.ts';
import { serverUrl } from './server-url.ts';

export type OrganizationOptions = { readonly url?: string };

/** A request of the API on behalf of the organization of a key. */
export type OrganizationRequest<Name extends RouteName> = {
  readonly route: Name;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: URLSearchParams;
  readonly body?: object;
  /** What is done, for people who wait. */
  readonly text: string;
};

const answerMsMax = 60_000;
const problem = z.looseObject({ error: z.string() });

export const withOrganizationOptions = (command: Command): Command =>
  command.option(
    '--url <url>',
    'the server, asked with TIDEMARK_API_KEY; the configured one when absent',
  );

/** The answer of the API. Throws `CommandFailed` with the server's own sentence. */
export async function callApi<Name extends RouteName>(
  request: OrganizationRequest<Name>,
  options: OrganizationOptions,
  context: CommandContext,
): Promise<ResponseOf<Name>> {
  const { route, target, apiKey } = addressOf(request, options, context);
  return context.terminal.progress(request.text, async () =>
    bodyOf(route, await send(target, apiKey, { ...request, method: route.method })),
  );
}

/** The same of a route that sends its progress as an event stream, which is shown meanwhile. */
export async function callApiWithProgress<Name extends RouteName>(
  request: OrganizationRequest<Name>,
  options: OrganizationOptions,
  context: CommandContext,
): Promise<ResponseOf<Name>> {
  const { route, target, apiKey } = addressOf(request, options, context);
  return context.terminal.progress(request.text, async report => {
    const asked = { ...request, method: route.method, accept: 'text/event-stream' };
    const response = await send(target, apiKey, asked);
    if (!response.ok || response.body === null) return bodyOf(route, response);
    const onProgress = (done: number): void =>
      report(`${request.text}, ${Math.floor(100 * done)} %`);
    return parsedBody(route, await lastOfStream(response.body, onProgress));
  });
}

/** Where a request goes, and the key that it needs. Throws `UsageError` without a key. */
export function addressOf<Name extends RouteName>(
  request: OrganizationRequest<Name>,
  options: OrganizationOptions,
  context: CommandContext,
): { readonly route: Route; readonly target: string; readonly apiKey: string } {
  const route = routeOf(request.route);
  const configuration = context.configuration();
  const { apiKey } = configuration;
  if (apiKey === undefined) {
    throw new UsageError('set TIDEMARK_API_KEY to an API key of your organization');
  }
  const { path, query } = placeOf(route, request);
  const target = serverUrl(options, configuration) + path + (query === '' ? '' : `?${query}`);
  return { route, target, apiKey };
}

const routeOf = (name: RouteName): Route => {
  const route = (routes as readonly Route[]).find(each => each.name === name);
  if (route === undefined) throw new Error(`expected a route ${name}`);
  return route;
};

/** A name that no path can hold is asked for in the query. */
function placeOf(
  { path }: Route,
  {
    params = {},
    query = new URLSearchParams(),
  }: Pick<OrganizationRequest<RouteName>, 'params' | 'query'>,
): { readonly path: string; readonly query: string } {
  const name = path.includes('*name') ? params.name : undefined;
  const isUnfit = name !== undefined && unfitNames.has(name);
  const all = isUnfit ? { ...params, name: '-' } : params;
  const asked = new URLSearchParams(query);
  if (isUnfit) asked.set('name', name);
  return {
    path: path.replaceAll(/[:*](\w+)/gu, (_, key: string) => encodeURIComponent(all[key] ?? '')),
    query: asked.toString(),
  };
}

async function send(
  url: string,
  key: string,
  {
    method,
    body,
    accept,
  }: { readonly method: string; readonly body?: object; readonly accept?: string },
): Promise<Response> {
  try {
    return await fetch(url, {
      method,
      headers: {
        'X-API-Key': key,
        'User-Agent': 'tidemark-cli',
        ...(accept !== undefined && { Accept: accept }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerMsMax),
    });
  } catch (cause) {
    const { origin } = new URL(url);
    throw new CommandFailed(
      `nothing answers on ${origin}: start a server with tidemark serve, or name another with --url`,
      { cause },
    );
  }
}

async function bodyOf<Name extends RouteName>(
  route: Route,
  response: Response,
): Promise<ResponseOf<Name>> {
  const answer: unknown = await response
    .text()
    .then(parseExactJson)
    .catch(() => undefined);
  if (!response.ok) {
    const refusal = problem.safeParse(answer);
    throw new CommandFailed(
      refusal.success ? refusal.data.error : `the server answered ${response.status}`,
    );
  }
  return parsedBody(route, answer);
}

function parsedBody<Name extends RouteName>(route: Route, answer: unknown): ResponseOf<Name> {
  const parsed = route.response?.safeParse(answer);
  if (parsed?.success) return parsed.data as ResponseOf<Name>;
  throw new CommandFailed('the server answers in a way that this version does not know');
}
