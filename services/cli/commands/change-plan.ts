import { type Command, Option } from 'commander';
import { type BillingInterval, billingIntervals } from '../../../schemas/billing/plans.ts';
import type { CommandContext } from '../context.ts';
import { UsageError } from '../errors.ts';
import { callApi, type OrganizationOptions, withOrganizationOptions } from '../organization.ts';
import { paymentText } from '../payment-text.ts';

type ChangeOptions = OrganizationOptions & {
  readonly interval?: BillingInterval;
  readonly yes?: true;
};
type Wish = { readonly plan: string; readonly interval: BillingInterval };

/** `billing change-plan`: of a plan that is paid for already. */
export function registerPlanChange(billing: Command, context: CommandContext): void {
  withOrganizationOptions(billing.command('change-plan'))
    .description('change the plan that is paid for; `free` ends the payments with the period')
    .argument('<plan>', 'as billing plans shows it')
    .addOption(
      new Option('--interval <interval>', 'how it is paid; as now when absent').choices(
        billingIntervals,
      ),
    )
    .option('--yes', 'confirm it: a larger plan is charged at once')
    .action((plan: string, options: ChangeOptions) => change(plan, options, context));
}

async function change(
  plan: string,
  options: ChangeOptions,
  context: CommandContext,
): Promise<void> {
  const wish = { plan, interval: options.interval ?? (await intervalOfNow(options, context)) };
  if (options.yes !== true) throw new UsageError(await whatFollows(wish, options, context));
  const body = { plan_id: plan, billing_interval: wish.interval };
  const asked = { route: 'changePlan', body, text: 'Changing the plan' } as const;
  const changed = await callApi(asked, options, context);
  context.terminal.record(changed);
  context.terminal.say(`The plan is ${changed.plan}.`);
  context.terminal.say(paymentText(changed.payment));
}

async function intervalOfNow(
  options: ChangeOptions,
  context: CommandContext,
): Promise<BillingInterval> {
  const asked = { route: 'subscription', text: 'Reading the plan' } as const;
  const { payment } = await callApi(asked, options, context);
  return payment?.billing_interval ?? 'monthly';
}

async function whatFollows(
  { plan, interval }: Wish,
  options: ChangeOptions,
  context: CommandContext,
): Promise<string> {
  const asked = { route: 'plans', text: 'Reading the plans' } as const;
  const { plans } = await callApi(asked, options, context);
  const offer = plans.find(({ id }) => id === plan);
  if (offer === undefined)
    return `expected one of ${plans.map(({ id }) => id).join(', ')}, found ${plan}`;
  if (offer.is_free)
    return 'the payments end with the period, and then the free plan begins. Add --yes to confirm';
  const isYearly = interval === 'yearly';
  const price = `${isYearly ? offer.price_yearly : offer.price_monthly} ${offer.currency} a ${isYearly ? 'year' : 'month'}`;
  return `${plan} costs ${price}. You pay for a larger plan at once; a smaller plan begins with the next period. Add --yes to confirm`;
}
