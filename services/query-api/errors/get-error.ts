import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { type ErrorGroupId, errorGroupId } from '../../../schemas/errors/ids.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { isUuid } from '../../../schemas/uuid.ts';
import { hexOf, instantOf, spanIdOf } from '../traces/span-names.ts';
import { askedErrors } from './asked.ts';
import { groupBodies, rangeOf } from './group-body.ts';
import { statusOf } from './group-status.ts';
import type { ErrorReads } from './list-errors.ts';
import { readCounts } from './read-counts.ts';
import { type ExampleRow, readExamples, readOperations } from './read-examples.ts';

/** GET /v1/errors/:id: one group with its latest errors. Throws 404 where the range has none. */
export const getError =
  ({ warehouse, projections, clock, symbolicate }: ErrorReads): Handler<'getError'> =>
  async ({ key, params, query, signal }) => {
    const id = idIn(params.id);
    const asked = askedErrors({ key, query }, clock());
    const reading = { warehouse, signal };
    const { organization } = asked;
    const [state, { groups }] = await Promise.all([
      projections.state({ asOfMs: query.as_of, signal }),
      readCounts(asked, reading, id),
    ]);
    const found = groups.map(group => ({ ...group, ...statusOf(group, organization, state) }));
    const [body] = await groupBodies(found, asked, reading);
    if (body === undefined) throw noSuchError(params.id);
    const [operations, rows] = await Promise.all([
      readOperations(id, asked, reading),
      readExamples(id, asked, reading),
    ]);
    const [latest] = rows;
    const [{ stack: symbolicated = null, unmapped = null } = {}] =
      latest === undefined ? [] : await symbolicate([rawStack(latest, organization)], signal);
    return {
      status: 200,
      body: {
        ...body,
        stack: latest?.stack || null,
        symbolicated,
        unmapped,
        operations,
        examples: rows.map(exampleOf),
        ...rangeOf(asked),
      },
    };
  };

const noSuchError = (id: string) =>
  notFound(`there is no error ${id.slice(0, idCharactersShown)} in the range`);

const idCharactersShown = 100;

function idIn(text: string): ErrorGroupId {
  if (!isUuid(text)) throw noSuchError(text);
  return errorGroupId(text.toLowerCase());
}

const rawStack = (
  { stack, debug_id: debugId, version }: ExampleRow,
  organizationId: OrganizationId,
) => ({
  stack,
  origin: {
    organizationId,
    ...(debugId !== '' && { debugId }),
    ...(version !== '' && { release: version }),
  },
});

const exampleOf = (row: ExampleRow) => ({
  trace_id: hexOf(row.trace_id),
  span_id: spanIdOf(row.span_id),
  operation: row.operation,
  message: row.message,
  version: row.version === '' ? null : row.version,
  replay_id: row.replay_id === '' ? null : row.replay_id,
  timestamp: instantOf(row.at),
});
