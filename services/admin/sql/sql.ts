import { performance } from 'node:perf_hooks';
import { AnswerTooLarge } from '../../../platform/errors.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { HttpProblem, invalidRequest } from '../../../platform/http/problem.ts';
import {
  type QueryOptions,
  QueryRejected,
  type Warehouse,
} from '../../../platform/warehouse/port.ts';
import type { Json } from '../../../schemas/json.ts';
import { adminLimits } from '../config.ts';
import type { AdminContext } from '../context.ts';
import { assertReadOnlyQuery } from '../core/sql-check.ts';
import { SqlRejected } from '../core/sql-tokens.ts';
import { readSurroundings } from './sql-surroundings.ts';
import { overViews } from './sql-views.ts';

/** `sql`: one read over the documented views, one at a time. */
export function sql({ platform: { warehouse } }: AdminContext): Handler<'adminSql'> {
  let isBusy = false;
  return async ({ body: { sql: statement }, signal }) => {
    if (isBusy) throw busy();
    isBusy = true;
    const start = performance.now();
    try {
      const answer = await ask(statement, warehouse, signal);
      const durationMs = Math.round(performance.now() - start);
      return { status: 200, body: { ...answer, duration_ms: durationMs } };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      throw invalidRequest(inOneLine(error.message));
    } finally {
      isBusy = false;
    }
  };
}

/** Whether the statement itself is wrong or exceeds a limit. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof SqlRejected || error instanceof QueryRejected || error instanceof AnswerTooLarge;

type Row = Readonly<Record<string, Json>>;

async function ask(statement: string, warehouse: Warehouse, signal: AbortSignal) {
  const { database, ...surroundings } = await readSurroundings(warehouse, signal);
  assertReadOnlyQuery(statement, surroundings);
  const { sqlRowsMax, sqlMsMax, sqlMemoryBytesMax, sqlAnswerBytesMax } = adminLimits;
  const limits = {
    maxExecutionMs: sqlMsMax,
    memoryBytesMax: sqlMemoryBytesMax,
    resultBytesMax: sqlAnswerBytesMax,
    signal,
    reader: 'operators' as const,
  };
  const query = overViews(statement, database, sqlRowsMax + 1);
  const described = await warehouse
    .query<Column>(`DESCRIBE (${query})`, {}, limits)
    .catch(error => ofStatementAlone(error, statement, warehouse, limits));
  const columns = described.map(({ name, type }) => ({ name, type }));
  expectDistinct(columns);
  const found = await warehouse.query<Row>(query, {}, limits);
  const rows = found.slice(0, sqlRowsMax).map(row => columns.map(({ name }) => row[name] ?? null));
  return { columns, rows, is_cut: found.length > sqlRowsMax };
}

/** A syntax error names places in what surrounds the statement, too: then it is read alone, with the places that its writer sees. */
async function ofStatementAlone(
  error: unknown,
  statement: string,
  warehouse: Warehouse,
  limits: QueryOptions,
): Promise<never> {
  if (!(error instanceof QueryRejected) || !error.message.includes(syntaxError)) throw error;
  try {
    await warehouse.query('SELECT formatQuery({sql:String}) AS sql', { sql: statement }, limits);
  } catch (alone) {
    if (!(alone instanceof QueryRejected)) throw alone;
    throw new SqlRejected(alone.message.replace(/: In scope SELECT formatQuery[\s\S]*$/u, ''));
  }
  throw error;
}

const syntaxError = 'Syntax error';

type Column = { readonly name: string; readonly type: string };

function expectDistinct(columns: readonly Column[]): void {
  const names = columns.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) {
    throw new SqlRejected(`expected every column under a name of its own, found ${twice} twice`);
  }
}

const inOneLine = (message: string): string =>
  message.replaceAll(/\s+/gu, ' ').slice(0, adminLimits.sqlMessageCharactersMax);

const busy = (): HttpProblem =>
  new HttpProblem({
    status: 409,
    code: 'conflict',
    message: 'another statement is running; try again when it has finished',
  });
