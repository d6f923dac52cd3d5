import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { callApi, type OrganizationOptions, withOrganizationOptions } from '../organization.ts';
import { oneLine } from '../reading/print.ts';

type CreateOptions = OrganizationOptions & {
  readonly service?: readonly string[];
  readonly commit?: string;
  readonly link?: string;
  readonly author?: string;
  readonly notes?: string;
};

type DeployOptions = OrganizationOptions & {
  readonly environment: string;
  readonly service?: readonly string[];
  readonly name?: string;
  readonly link?: string;
  readonly deployer?: string;
  readonly started?: string;
  readonly finished?: string;
};

const versionHint = 'as `service.version` of its spans';

/** What pipelines say of releases. */
export function registerReleaseChanges(releases: Command, context: CommandContext): void {
  withOrganizationOptions(releases.command('create'))
    .description('record a release; the same version again adds to it')
    .argument('<version>', versionHint)
    .option('--service <names...>', 'services that it is for')
    .option('--commit <sha>', 'that it was built from')
    .option('--link <url>', 'to its changes')
    .option('--author <name>', 'who made it')
    .option('--notes <text>', 'what is in it')
    .action((version: string, options: CreateOptions) => create(version, options, context));
  withOrganizationOptions(releases.command('deploy'))
    .description('record that a release was deployed')
    .argument('<version>', versionHint)
    .requiredOption('--environment <name>', 'where, such as production')
    .option('--service <names...>', 'only these services of it')
    .option('--name <text>', 'of the deployment')
    .option('--link <url>', 'to the run of the pipeline')
    .option('--deployer <name>', 'who or what deployed it')
    .option('--started <instant>', 'RFC 3339')
    .option('--finished <instant>', 'RFC 3339; now when absent')
    .action((version: string, options: DeployOptions) => deploy(version, options, context));
  withOrganizationOptions(releases.command('finalize'))
    .description('say that a release is complete')
    .argument('<version>', versionHint)
    .action((version: string, options: OrganizationOptions) => finalize(version, options, context));
  withOrganizationOptions(releases.command('delete'))
    .description('delete a release and its deployments')
    .argument('<version>', versionHint)
    .action((version: string, options: OrganizationOptions) => remove(version, options, context));
}

async function create(
  version: string,
  options: CreateOptions,
  context: CommandContext,
): Promise<void> {
  const { service: services, commit: commit_sha, link: url, author, notes } = options;
  const body = { version, source: 'cli', services, commit_sha, url, author, notes };
  const request = { route: 'recordRelease', body, text: 'Recording the release' } as const;
  const release = await callApi(request, options, context);
  context.terminal.record(release);
  context.terminal.say(`The release ${oneLine(release.version)} is recorded.`);
}

async function deploy(
  version: string,
  options: DeployOptions,
  context: CommandContext,
): Promise<void> {
  const { environment, service: services, name, link: url, deployer } = options;
  const times = { started_at: options.started, finished_at: options.finished };
  const body = { environment, services, name, url, deployer, ...times };
  const asked = { route: 'deployRelease', params: { version }, body } as const;
  const made = await callApi({ ...asked, text: 'Recording the deployment' }, options, context);
  context.terminal.record(made);
  context.terminal.say(
    `${oneLine(version)} is deployed to ${oneLine(environment)} since ${made.deployed_at}.`,
  );
}

async function finalize(
  version: string,
  options: OrganizationOptions,
  context: CommandContext,
): Promise<void> {
  const asked = { route: 'changeRelease', params: { version }, body: { finalized: true } } as const;
  const release = await callApi({ ...asked, text: 'Finalizing the release' }, options, context);
  context.terminal.record(release);
  context.terminal.say(
    `The release ${oneLine(version)} is finalized since ${release.finalized_at}.`,
  );
}

async function remove(
  version: string,
  options: OrganizationOptions,
  context: CommandContext,
): Promise<void> {
  const asked = { route: 'deleteRelease', params: { version } } as const;
  const deleted = await callApi({ ...asked, text: 'Deleting the release' }, options, context);
  context.terminal.record(deleted);
  context.terminal.say(`The release ${oneLine(version)} is deleted.`);
}
