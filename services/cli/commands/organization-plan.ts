import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { CommandContext } from '../context.ts';
import { callAdminApi, type OperatorOptions } from '../operator.ts';
import { paymentText } from '../payment-text.ts';
import { parseResponse } from '../responses.ts';
import { bytesText, count } from '../table.ts';

type Shown = ResponseOf<'adminPlan'>;
type Wished = { readonly id: string; readonly plan: string | undefined };

/** `organization plan ID [PLAN]`. */
export async function showPlan(
  { id, plan }: Wished,
  options: OperatorOptions,
  context: CommandContext,
): Promise<void> {
  const path = `/admin/organizations/${encodeURIComponent(id)}/plan`;
  const isSet = plan !== undefined;
  const asked = isSet
    ? ({ method: 'PUT', path, body: { plan_id: plan } } as const)
    : ({ method: 'GET', path } as const);
  const text = isSet ? 'Setting the plan' : 'Reading the plan';
  const { body } = await callAdminApi(asked, options, context, text);
  const shown = parseResponse(isSet ? 'adminSetPlan' : 'adminPlan', body);
  context.terminal.record(shown);
  for (const line of linesOf(shown)) context.terminal.say(line);
}

const linesOf = (shown: Shown): readonly string[] => [
  `The organization ${shown.organization_id} has the plan ${shown.plan}${shown.is_given ? ', given by an operator' : ''}: ${count(shown.trace_limit)} traces and ${bytesText(shown.bytes_limit)} a month.`,
  paymentText(shown.payment),
];
