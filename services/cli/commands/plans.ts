import type { Command } from 'commander';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { CommandContext } from '../context.ts';
import { callAdminApi, type OperatorOptions, withOperatorOptions } from '../operator.ts';
import { printRows, type ShownColumn } from '../reading/print.ts';
import { parseResponse } from '../responses.ts';
import { bytesText, count } from '../table.ts';

type Plan = ResponseOf<'plans'>['plans'][number];

/** `plans`: what organizations can have, with limits and prices. */
export function registerPlans(program: Command, context: CommandContext): void {
  withOperatorOptions(program.command('plans'))
    .description('the plans of a server, with their limits and prices')
    .action((options: OperatorOptions) => list(options, context));
}

async function list(options: OperatorOptions, context: CommandContext): Promise<void> {
  const asked = { method: 'GET', path: '/v1/billing/plans' } as const;
  const { body } = await callAdminApi(asked, options, context, 'Reading the plans');
  printPlans(parseResponse('plans', body).plans, context);
}

export const printPlans = (rows: readonly Plan[], context: CommandContext): void =>
  printRows({ rows, columns, none: 'There are no plans.' }, context);

const columns: readonly ShownColumn<Plan>[] = [
  { title: 'id', text: ({ id }) => id },
  { title: 'name', text: ({ name }) => name },
  { title: 'traces a month', text: ({ trace_limit: limit }) => count(limit), align: 'right' },
  { title: 'data a month', text: ({ bytes_limit: limit }) => bytesText(limit), align: 'right' },
  { title: 'a month', text: plan => priceText(plan, plan.price_monthly), align: 'right' },
  { title: 'a year', text: plan => priceText(plan, plan.price_yearly), align: 'right' },
];

const priceText = ({ is_free: isFree, currency }: Plan, price: number): string =>
  isFree ? 'free' : `${count(price)} ${currency}`;
