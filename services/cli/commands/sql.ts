import type { Command } from 'commander';
import { type View, views } from '../../../domain/admin/views.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { CommandContext } from '../context.ts';
import { UsageError } from '../errors.ts';
import { callAdminApi, type OperatorOptions, withOperatorOptions } from '../operator.ts';
import { parseResponse } from '../responses.ts';
import { type Align, count, table } from '../table.ts';

type Answer = ResponseOf<'adminSql'>;
type SqlOptions = OperatorOptions & { readonly views?: true };

export function registerSql(program: Command, context: CommandContext): void {
  withOperatorOptions(program.command('sql'))
    .description('one SELECT over the documented views')
    .argument('[statement]', 'such as "SELECT count() FROM spans"')
    .option('--views', 'list the views with their columns')
    .action((statement: string | undefined, options: SqlOptions) => {
      if ((statement === undefined) === (options.views === undefined)) {
        throw new UsageError('expected either a statement or --views');
      }
      return statement === undefined ? listViews(context) : ask(statement, options, context);
    });
}

async function ask(statement: string, options: SqlOptions, context: CommandContext): Promise<void> {
  const asked = { method: 'POST', path: '/admin/sql', body: { sql: statement } } as const;
  const { body } = await callAdminApi(asked, options, context, 'Reading');
  const answer = parseResponse('adminSql', body);
  show(answer, context);
}

function show({ columns, rows, is_cut: isCut }: Answer, { terminal, streams }: CommandContext) {
  for (const row of rows) {
    terminal.record(Object.fromEntries(columns.map(({ name }, index) => [name, row[index]])));
  }
  const names = columns.map(({ name }) => name);
  const texts = rows.map(row => row.map(cellText));
  if (streams.stdout.isTTY === true) {
    for (const line of table([names, ...texts], columns.map(alignOf))) terminal.say(line);
    terminal.say(terminal.style.dim(rows.length === 1 ? '1 row' : `${count(rows.length)} rows`));
  } else for (const line of [names.map(cellText), ...texts]) terminal.say(line.join('\t'));
  if (isCut) terminal.warn(`only the first ${count(rows.length)} rows are shown`);
}

const alignOf = ({ type }: Answer['columns'][number]): Align =>
  /^(?:U?Int|Float|Decimal)/u.test(type) ? 'right' : 'left';

const escapes: Readonly<Record<string, string>> = {
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\\': '\\\\',
};

/** One line and one column, as TSV has it. */
function cellText(value: unknown): string {
  const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
  return text.replaceAll(/[\t\n\r\\]/gu, sign => escapes[sign] ?? '').replaceAll(/\p{Cc}/gu, '?');
}

function listViews({ terminal }: CommandContext): void {
  for (const [view, { row, columns }] of Object.entries<View>(views)) {
    terminal.say(`${terminal.style.bold(view)}  ${row}`);
    const rows = Object.entries(columns).map(([name, [, meaning]]) => [`  ${name}`, meaning]);
    for (const [name, [, meaning]] of Object.entries(columns)) {
      terminal.record({ view, column: name, meaning });
    }
    for (const line of [...table(rows), '']) terminal.say(line);
  }
}
