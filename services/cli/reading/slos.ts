import type { Command } from 'commander';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { registerObjectiveChanges } from '../commands/objectives.ts';
import type { CommandContext } from '../context.ts';
import { callApi } from '../organization.ts';
import { count } from '../table.ts';
import { objectiveIdOf } from './objective-id.ts';
import {
  asOfQuery,
  pageUrl,
  queryOf,
  type ReadingOptions,
  shown,
  withReadingOptions,
} from './options.ts';
import { oneLine, printRows, type ShownColumn } from './print.ts';
import { shortId } from './short-id.ts';

type ListOptions = ReadingOptions & { readonly service?: string; readonly limit: string };
type Objective = ResponseOf<'getObjective'>;

export function registerSlos(program: Command, context: CommandContext): void {
  const slos = program.command('slos').description('objectives and their error budgets');
  withReadingOptions(slos.command('list', { isDefault: true }))
    .description('objectives with what is left of their budgets, the newest first')
    .option('--service <name>', 'only those of this service')
    .option('--limit <n>', 'how many', '20')
    .action((options: ListOptions) => shown(options, context, () => list(options, context)));
  withReadingOptions(slos.command('show'))
    .description('one objective: budget, burn rates and forecast')
    .argument('<id>', 'of the objective, or its beginning as the list shows it')
    .action((id: string, options: ReadingOptions) =>
      shown(options, context, () => show(id, options, context)),
    );
  registerObjectiveChanges(slos, context);
}

/** Figures are read one after the other: each is a statement of the warehouse. */
async function list(options: ListOptions, context: CommandContext): Promise<void> {
  const { service, limit } = options;
  const query = queryOf({ service, limit, ...asOfQuery(options) });
  const asked = { route: 'listObjectives', query, text: 'Reading objectives' } as const;
  const { slos } = await callApi(asked, options, context);
  const rows: Objective[] = [];
  for (const { id } of slos) rows.push(await read(id, options, context));
  printRows({ rows, columns, none: 'There are no objectives.' }, context);
}

const read = (id: string, options: ReadingOptions, context: CommandContext): Promise<Objective> =>
  callApi(
    {
      route: 'getObjective',
      params: { id },
      query: queryOf(asOfQuery(options)),
      text: 'Reading the objective',
    },
    options,
    context,
  );

const columns: readonly ShownColumn<Objective>[] = [
  { title: 'id', text: row => shortId(row.id) },
  { title: 'objective', text: row => row.name, isLong: true },
  { title: 'service', text: row => row.service, isLong: true },
  { title: 'target', text: row => `${row.target} %`, align: 'right' },
  { title: 'left', text: leftText, align: 'right' },
  { title: 'burn 6h', text: row => rateText(row.forecast.burn_rate), align: 'right' },
  {
    title: 'state',
    text: row => (row.burn_alert === null ? row.state : `burning, ${row.burn_alert}`),
  },
];

async function show(
  beginning: string,
  options: ReadingOptions,
  context: CommandContext,
): Promise<void> {
  const found = await read(await objectiveIdOf(beginning, options, context), options, context);
  const { terminal } = context;
  terminal.record(found);
  for (const line of linesOf(found)) terminal.say(line);
  const header = ['over', 'requests', 'not good', 'burn rate'];
  terminal.say('');
  terminal.say(terminal.style.bold(header.join('  ')));
  for (const { window, good, total, burn_rate: rate } of found.burn_rates)
    terminal.say(
      [
        window.padEnd(4),
        count(total).padStart(8),
        count(total - good).padStart(8),
        rateText(rate).padStart(9),
      ].join('  '),
    );
  terminal.say('');
  terminal.say(pageUrl(`/slos/${found.id}`, options, context));
}

function linesOf(found: Objective): readonly string[] {
  const { budget, forecast, operation, threshold_ms: ms } = found;
  const good = ms === null ? 'without an error' : `within ${ms} ms`;
  const of = operation === null ? found.service : `${operation} of ${found.service}`;
  return [
    `${oneLine(found.name)}: ${found.state}`,
    `${found.target} % of requests of ${oneLine(of)} ${good}, ${found.window_type} window of ${found.window_days} days from ${found.from}`,
    `${count(found.good)} of ${count(found.total)} requests were good${found.achieved_percent === null ? '' : `, ${found.achieved_percent} %`}`,
    `budget: ${count(budget.spent)} of ${count(budget.allowed)} spent, ${leftText(found)} left`,
    `used up: ${forecast.exhausts_at ?? 'not foreseen'} at the burn rate of the last 6 hours (${rateText(forecast.burn_rate)})`,
  ];
}

function leftText({ total, budget }: Objective): string {
  return total === 0 ? '–' : `${Number(budget.remaining_percent.toPrecision(3))} %`;
}

const rateText = (rate: number): string => `${Number(rate.toPrecision(3))}x`;
