import type { Command } from 'commander';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { registerPlanChange } from '../commands/change-plan.ts';
import { printPlans } from '../commands/plans.ts';
import type { CommandContext } from '../context.ts';
import { callApi, type OrganizationOptions, withOrganizationOptions } from '../organization.ts';
import { paymentText } from '../payment-text.ts';
import { bytesText, count } from '../table.ts';
import {
  asOfQuery,
  pageUrl,
  queryOf,
  type ReadingOptions,
  shown,
  withReadingOptions,
} from './options.ts';
import { printRows, type ShownColumn } from './print.ts';

type InvoiceOptions = OrganizationOptions & { readonly limit: string };
type Invoice = ResponseOf<'invoices'>['invoices'][number];

/** `billing plan`, `plans`, `invoices` and `change-plan`: what one organization pays for. */
export function registerBilling(program: Command, context: CommandContext): void {
  const billing = program.command('billing').description('the plan and what is paid for it');
  withReadingOptions(billing.command('plan', { isDefault: true }))
    .description('the plan with its limits, what it is paid with, and what follows')
    .action((options: ReadingOptions) => shown(options, context, () => plan(options, context)));
  withOrganizationOptions(billing.command('plans'))
    .description('the plans that there are, with their limits and prices')
    .action((options: OrganizationOptions) => plans(options, context));
  withOrganizationOptions(billing.command('invoices'))
    .description('invoices, the latest first')
    .option('--limit <n>', 'how many, 100 at most', '20')
    .action((options: InvoiceOptions) => invoices(options, context));
  registerPlanChange(billing, context);
}

async function plan(options: ReadingOptions, context: CommandContext): Promise<void> {
  const query = queryOf(asOfQuery(options));
  const asked = { route: 'subscription', query, text: 'Reading the plan' } as const;
  const subscription = await callApi(asked, options, context);
  const { terminal } = context;
  const { usage, payment } = subscription;
  terminal.record(subscription);
  terminal.say(
    `Plan ${subscription.plan}: ${count(usage.trace_limit)} traces and ${bytesText(usage.bytes_limit)} a month.`,
  );
  terminal.say(paymentText(payment));
  terminal.say(pageUrl('/billing', options, context));
}

async function plans(options: OrganizationOptions, context: CommandContext): Promise<void> {
  const asked = { route: 'plans', text: 'Reading the plans' } as const;
  printPlans((await callApi(asked, options, context)).plans, context);
}

async function invoices(options: InvoiceOptions, context: CommandContext): Promise<void> {
  const query = queryOf({ limit: options.limit });
  const asked = { route: 'invoices', query, text: 'Reading the invoices' } as const;
  const { invoices: rows } = await callApi(asked, options, context);
  printRows({ rows, columns, none: 'There are no invoices.' }, context);
}

const dayOf = (instant: string): string => instant.slice(0, 'YYYY-MM-DD'.length);

const columns: readonly ShownColumn<Invoice>[] = [
  { title: 'number', text: ({ number }) => number ?? '–' },
  { title: 'created', text: row => dayOf(row.created_at) },
  { title: 'status', text: ({ status }) => status },
  { title: 'from', text: row => dayOf(row.period_start) },
  { title: 'to', text: row => dayOf(row.period_end) },
  { title: 'amount', text: row => `${row.amount.toFixed(2)} ${row.currency}`, align: 'right' },
  { title: 'page', text: ({ url }) => url ?? '–' },
];
