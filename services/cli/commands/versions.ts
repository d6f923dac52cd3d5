import { Argument, type Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { callApi, type OrganizationOptions, withOrganizationOptions } from '../organization.ts';
import { table } from '../table.ts';

const kinds = {
  rule: { list: 'listAlertRuleVersions', restore: 'restoreAlertRule' },
  silence: { list: 'listSilenceVersions', restore: 'restoreSilence' },
  channel: { list: 'listChannelVersions', restore: 'restoreChannel' },
  webhook: { list: 'listWebhookVersions', restore: 'restoreWebhook' },
  check: { list: 'listHealthCheckVersions', restore: 'restoreHealthCheck' },
  key: { list: 'listApiKeyVersions', restore: 'restoreApiKey' },
} as const;

type Kind = keyof typeof kinds;

export function registerVersions(program: Command, context: CommandContext): void {
  const versions = program.command('versions').description('what people set, and the way back');
  const of = new Argument('<kind>').choices(Object.keys(kinds));
  withOrganizationOptions(versions.command('list'))
    .description('versions of a rule, silence, channel, webhook, check or key, the newest first')
    .addArgument(of)
    .argument('<id>', 'of the resource')
    .action((kind: Kind, id: string, options: OrganizationOptions) =>
      list(kind, id, options, context),
    );
  withOrganizationOptions(versions.command('restore'))
    .description('make it what it was in a version, as a new version')
    .addArgument(of)
    .argument('<id>', 'of the resource')
    .argument('<version>', 'as list shows it')
    .action((kind: Kind, id: string, version: string, options: OrganizationOptions) =>
      restore({ kind, id, version: Number(version) }, options, context),
    );
}

async function list(
  kind: Kind,
  id: string,
  options: OrganizationOptions,
  context: CommandContext,
): Promise<void> {
  const request = { route: kinds[kind].list, params: { id }, text: 'Reading versions' } as const;
  const { versions } = await callApi(request, options, context);
  for (const version of versions) context.terminal.record(version);
  const rows = versions.map(({ version, change, restored_from: from, ...each }) => [
    String(version),
    from === null ? change : `restored ${from}`,
    each.changed_at,
    [each.changed_by.type, each.changed_by.id].filter(part => part !== null).join(' '),
    JSON.stringify(each.settings),
  ]);
  for (const line of table([['version', 'change', 'at', 'by', 'settings'], ...rows]))
    context.terminal.say(line);
}

async function restore(
  { kind, id, version }: { readonly kind: Kind; readonly id: string; readonly version: number },
  options: OrganizationOptions,
  context: CommandContext,
): Promise<void> {
  const route = kinds[kind].restore;
  const request = { route, params: { id }, body: { version }, text: 'Restoring it' } as const;
  const restored = await callApi(request, options, context);
  context.terminal.record(restored);
  context.terminal.say(`The ${kind} ${id} is what it was in version ${version}.`);
}
