import type { Command } from 'commander';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { CommandContext } from '../context.ts';
import { UsageError } from '../errors.ts';
import {
  type AdminApi,
  type OperatorOptions,
  withAdminApi,
  withOperatorOptions,
} from '../operator.ts';
import { parseResponse } from '../responses.ts';
import { count, table } from '../table.ts';
import { untilEnded } from '../until-ended.ts';
import { showPlan } from './organization-plan.ts';

type EraseOptions = OperatorOptions & { readonly yes?: true };
type Erasure = ResponseOf<'adminErasure'>;

export function registerOrganization(program: Command, context: CommandContext): void {
  const organization = program
    .command('organization')
    .description('a whole organization, for operators');
  withOperatorOptions(organization.command('erase'))
    .description('delete everything of an organization, for good')
    .argument('<id>', 'as keys list shows it')
    .option('--yes', 'confirm it: what is deleted cannot be restored')
    .action((id: string, options: EraseOptions) => erase(id, options, context));
  withOperatorOptions(organization.command('plan'))
    .description('show the plan of an organization, or give it one that nobody pays for')
    .argument('<id>', 'as keys list shows it')
    .argument('[plan]', 'as tidemark plans shows it')
    .action((id: string, plan: string | undefined, options: OperatorOptions) =>
      showPlan({ id, plan }, options, context),
    );
}

async function erase(id: string, options: EraseOptions, context: CommandContext): Promise<void> {
  if (options.yes !== true)
    throw new UsageError(
      `this deletes all telemetry, settings, mails and history of the organization ${id}, and refuses its keys; nothing brings it back. Add --yes to confirm`,
    );
  const { terminal } = context;
  const text = 'Erasing the organization';
  const erasure = await withAdminApi(options, context, text, api => erased(id, api, context));
  terminal.record(erasure);
  for (const line of certificate(erasure)) terminal.say(line);
}

async function erased(
  id: string,
  { ask }: AdminApi,
  { ended: signal }: CommandContext,
): Promise<Erasure> {
  const place = `/admin/organizations/${encodeURIComponent(id)}`;
  const begun: Erasure = parseResponse(
    'adminEraseOrganization',
    await ask({ method: 'POST', path: `${place}/erase` }),
  );
  const look = async (): Promise<Erasure> =>
    parseResponse('adminErasure', await ask({ method: 'GET', path: `${place}/erasure` }));
  return untilEnded(begun, look, signal);
}

function certificate({
  organization_id: id,
  erased_at: at,
  erased,
  left,
}: Erasure): readonly string[] {
  if (erased === null) return [];
  const counts = [
    ['streams of events', count(erased.streams)],
    ['events', count(erased.events)],
    ...erased.rows.map(({ table: name, rows }) => [`rows of ${name}`, count(rows)]),
    ['blobs', count(erased.blobs)],
    ['mails in the outbox', count(erased.mails)],
  ];
  return [
    `The organization ${id} was erased at ${at}. Deleted, beside its keys:`,
    ...table(counts, ['left', 'right']),
    '',
    'Not at once:',
    ...left.map(({ what, until }) => `- ${what}${until === null ? '' : `: ${until}`}`),
  ];
}
