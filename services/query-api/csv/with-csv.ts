import type { Handler, Handlers, HttpResponse, Principal } from '../../../platform/http/handler.ts';
import type { Route } from '../../../schemas/http/route.ts';
import { type RouteName, routes } from '../../../schemas/http/routes.ts';
import { turnOf } from '../bounds/in-turns.ts';
import { columnsOf } from './columns.ts';
import { csvText } from './csv-text.ts';

/** The handlers, those with a list also as CSV: with the same checks and limits, for a client that accepts it. */
export const withCsv = <Served extends Partial<Handlers>>(handlers: Served): Served => ({
  ...handlers,
  ...Object.fromEntries(
    (routes as readonly Route[])
      .filter(({ name, csv }) => csv !== undefined && name in handlers)
      .map(route => [route.name, csvOr(route, handlers[route.name as RouteName] as Handler)]),
  ),
});

function csvOr(route: Route, handler: Handler): Handler {
  const columns = columnsOf(route);
  return async request => {
    const answer = await handler(request);
    const isWanted = request.headers.accept?.toLowerCase().includes('text/csv') ?? false;
    if (!isWanted || answer.status !== 200) return answer;
    const fields = fieldsOf(answer.body);
    const items = fields[route.csv ?? ''] as readonly unknown[];
    const { organizationId } = request.key as unknown as Principal;
    const body = await csvText(columns, items, turnOf(organizationId, request.signal));
    return { ...answer, headers: { ...answer.headers, ...headersOf(route, fields) }, body };
  };
}

/** Lists are written as JSON where they are read. */
const fieldsOf = (body: HttpResponse['body']): Readonly<Record<string, unknown>> =>
  (body instanceof Uint8Array ? JSON.parse(Buffer.from(body).toString()) : body) as Readonly<
    Record<string, unknown>
  >;

/** A list has no place for the cursor of its next page. */
const headersOf = (
  { path }: Pick<Route, 'path'>,
  { next_cursor: next }: Readonly<Record<string, unknown>>,
): Record<string, string> => ({
  'Content-Type': 'text/csv; charset=utf-8; header=present',
  'Content-Disposition': `attachment; filename="${path.slice(path.lastIndexOf('/') + 1)}.csv"`,
  ...(typeof next === 'string' && { 'X-Next-Cursor': next }),
});
