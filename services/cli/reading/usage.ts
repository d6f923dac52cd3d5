import { type Command, Option } from 'commander';
import { overQuotas } from '../../../schemas/billing/parking.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { CommandContext } from '../context.ts';
import { callApi, type OrganizationOptions, withOrganizationOptions } from '../organization.ts';
import { count } from '../table.ts';
import { asOfQuery, queryOf, type ReadingOptions, shown, withReadingOptions } from './options.ts';
import { printRows, type ShownColumn } from './print.ts';

type Subscription = ResponseOf<'subscription'>;
type Month = ResponseOf<'billingUsage'>['months'][number];

/** `usage`: the plan and what is used of it; `usage months`; `usage over-quota`. */
export function registerUsage(program: Command, context: CommandContext): void {
  const usage = program
    .command('usage')
    .description('the plan, what is used of it, and what is parked');
  withReadingOptions(usage.command('show', { isDefault: true }))
    .description('the plan, its use in this month, and what is parked')
    .action((options: ReadingOptions) => shown(options, context, () => show(options, context)));
  withOrganizationOptions(usage.command('months'))
    .description('what was used in each month, the latest first')
    .option('--months <n>', 'how many', '12')
    .action((options: MonthsOptions) => months(options, context));
  withOrganizationOptions(usage.command('over-quota'))
    .description(
      'reject traces and metrics over the quota, or park them until there is quota again',
    )
    .addOption(
      new Option('--set <what>', 'what becomes of them').choices(overQuotas).makeOptionMandatory(),
    )
    .action((options: OverQuotaOptions) => setOverQuota(options, context));
}

async function show(options: ReadingOptions, context: CommandContext): Promise<void> {
  const query = queryOf(asOfQuery(options));
  const asked = { route: 'subscription', query, text: 'Reading the plan' } as const;
  const subscription = await callApi(asked, options, context);
  context.terminal.record(subscription);
  for (const line of linesOf(subscription)) context.terminal.say(line);
}

function linesOf({ plan, usage, parked, ...of }: Subscription): readonly string[] {
  const { requests, bytes, bytes_limit: max, expires_at: over } = parked;
  return [
    `Plan ${plan}, until ${of.current_period_end}`,
    `  ${count(usage.traces_used)} of ${count(usage.trace_limit)} traces`,
    `  ${count(usage.bytes_used)} of ${count(usage.bytes_limit)} bytes`,
    of.over_quota === 'park'
      ? 'Traces and metrics over the quota are parked.'
      : 'Traces and metrics over the quota are rejected.',
    over === null
      ? 'Nothing is parked.'
      : `${count(requests)} requests with ${count(bytes)} of at most ${count(max)} bytes are parked; the oldest is over at ${over}.`,
  ];
}

type MonthsOptions = OrganizationOptions & { readonly months: string };

async function months(options: MonthsOptions, context: CommandContext): Promise<void> {
  const query = queryOf({ months: options.months });
  const asked = { route: 'billingUsage', query, text: 'Reading the usage' } as const;
  const { months: rows } = await callApi(asked, options, context);
  printRows({ rows, columns, none: 'Nothing was used yet.' }, context);
}

const sumOf = ({ days }: Month, name: 'accepted_spans' | 'rejected' | 'parked'): number =>
  days.reduce((sum, day) => sum + day[name], 0);

const countOrNone = (value: number | null): string => (value === null ? 'not kept' : count(value));

const columns: readonly ShownColumn<Month>[] = [
  { title: 'month', text: ({ month }) => month },
  { title: 'status', text: ({ status }) => status },
  { title: 'traces', text: ({ traces }) => countOrNone(traces), align: 'right' },
  { title: 'bytes', text: ({ bytes }) => countOrNone(bytes), align: 'right' },
  { title: 'spans', text: month => count(sumOf(month, 'accepted_spans')), align: 'right' },
  { title: 'rejected', text: month => count(sumOf(month, 'rejected')), align: 'right' },
  { title: 'parked requests', text: month => count(sumOf(month, 'parked')), align: 'right' },
];

type OverQuotaOptions = OrganizationOptions & { readonly set: (typeof overQuotas)[number] };

async function setOverQuota(options: OverQuotaOptions, context: CommandContext): Promise<void> {
  const body = { over_quota: options.set };
  const request = { route: 'changeSubscription', body, text: 'Changing it' } as const;
  const changed = await callApi(request, options, context);
  context.terminal.record(changed);
  const isParking = changed.over_quota === 'park';
  context.terminal.say(
    `Traces and metrics over the quota are ${isParking ? 'parked' : 'rejected'} from now on.`,
  );
}
