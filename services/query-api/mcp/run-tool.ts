import type { Handler, Handlers, HttpRequest } from '../../../platform/http/handler.ts';
import {
  HttpProblem,
  internalError,
  parseRequest,
  toProblem,
} from '../../../platform/http/problem.ts';
import type { Log } from '../../../platform/log.ts';
import type { Route } from '../../../schemas/http/route.ts';
import { routes } from '../../../schemas/http/routes.ts';
import type { Json } from '../../../schemas/json.ts';
import type { Tool, ToolRoute } from './tool.ts';

export type ToolReads = Pick<Handlers, ToolRoute>;

/** What a tool has found, or the sentence of why it could not. */
export type ToolOutcome = { readonly text: string; readonly isError?: true };

type Call = { readonly tool: Tool; readonly given: object };

/** Reads as the tool's route does, with the key and the limits of the request that calls it. */
export async function runTool(
  { tool, given }: Call,
  request: HttpRequest<'callMcp'>,
  { reads, log }: { readonly reads: ToolReads; readonly log: Log },
): Promise<ToolOutcome> {
  try {
    const body = await readRoute({ tool, given }, request, reads);
    return { text: JSON.stringify(tool.shorten?.(body) ?? body) };
  } catch (error) {
    const problem = toProblem(error);
    if (problem === undefined) log.error({ err: error, tool: tool.name }, 'a tool failed');
    const { code, message } = problem ?? internalError();
    return { text: `${code}: ${message}`, isError: true };
  }
}

async function readRoute(
  { tool, given }: Call,
  request: HttpRequest<'callMcp'>,
  reads: ToolReads,
): Promise<Json> {
  const route = routeOf(tool.route);
  assertOfAllServices(request.key, route);
  const { params = {}, query = {} } = tool.request(given as never);
  const handler = reads[tool.route] as Handler;
  const { body } = await handler({
    ...request,
    signal: request.signal,
    params: route.params && parseRequest(route.params, params),
    query: route.query && parseRequest(route.query, query),
    body: undefined,
  } as never);
  return body instanceof Uint8Array ? JSON.parse(Buffer.from(body).toString()) : (body as Json);
}

const routeOf = (name: ToolRoute): Route => {
  const route: Route | undefined = routes.find(each => each.name === name);
  if (route === undefined) throw new Error(`expected a route ${name}`);
  return route;
};

/** As for the route itself: it shows only services of the key, or such a key may not use it. */
function assertOfAllServices({ services }: HttpRequest<'callMcp'>['key'], route: Route): void {
  if (services === undefined || route.perService) return;
  throw new HttpProblem({
    status: 403,
    code: 'key_not_allowed',
    message: 'a key that is restricted to services may not use this tool',
  });
}
