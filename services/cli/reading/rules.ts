import type { Command } from 'commander';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { CommandContext } from '../context.ts';
import { callApi } from '../organization.ts';
import { ago } from '../table.ts';
import { firesAt } from './fires-at.ts';
import { asOfQuery, queryOf, type ReadingOptions, shown, withReadingOptions } from './options.ts';
import { printRows, type ShownColumn } from './print.ts';
import { shortId } from './short-id.ts';

const rulesMax = '200';

export function registerRules(program: Command, context: CommandContext): void {
  withReadingOptions(program.command('rules'))
    .description('alert rules and whether they fire')
    .action((options: ReadingOptions) => shown(options, context, () => list(options, context)));
}

async function list(options: ReadingOptions, context: CommandContext): Promise<void> {
  const query = queryOf({ limit: rulesMax, ...asOfQuery(options) });
  const asked = { route: 'listAlertRules', query, text: 'Reading alert rules' } as const;
  const { rules } = await callApi(asked, options, context);
  printRows({ rows: rules, columns: ofRules(Date.now()), none: 'There are no rules.' }, context);
}

type Rule = ResponseOf<'listAlertRules'>['rules'][number];

const ofRules = (nowMs: number): readonly ShownColumn<Rule>[] => [
  { title: 'id', text: row => shortId(row.id) },
  { title: 'rule', text: row => row.name, isLong: true },
  {
    title: 'fires at',
    text: firesAt,
    isLong: true,
  },
  { title: 'severity', text: row => row.severity },
  { title: 'now', text: row => (row.enabled ? row.status : 'off') },
  {
    title: 'last fired',
    text: row => (row.last_triggered_at === null ? 'never' : ago(row.last_triggered_at, nowMs)),
  },
];
