import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { UsageError } from '../errors.ts';
import { callApi, type OrganizationOptions, withOrganizationOptions } from '../organization.ts';
import { oneLine } from '../reading/print.ts';
import { count } from '../table.ts';

type DeleteOptions = OrganizationOptions & { readonly user?: string };

export function registerReplayDeletion(replays: Command, context: CommandContext): void {
  withOrganizationOptions(replays.command('delete'))
    .description('delete a recorded session, or all of a user; nothing brings them back')
    .argument('[session]', '32 hexadecimal digits')
    .option('--user <id>', 'every session of this user, by the whole id')
    .action((session: string | undefined, options: DeleteOptions) =>
      remove(session, options, context),
    );
}

function remove(
  session: string | undefined,
  options: DeleteOptions,
  context: CommandContext,
): Promise<void> {
  const { user } = options;
  if (session !== undefined && user === undefined) return removeOne(session, options, context);
  if (session === undefined && user !== undefined) return removeAll(user, options, context);
  throw new UsageError('name a session, or a user with --user');
}

async function removeOne(
  session_id: string,
  options: DeleteOptions,
  context: CommandContext,
): Promise<void> {
  const asked = { route: 'deleteReplay', params: { session_id } } as const;
  const deleted = await callApi({ ...asked, text: 'Deleting the session' }, options, context);
  context.terminal.record(deleted);
  context.terminal.say(`The session ${deleted.session_id} is deleted.`);
}

async function removeAll(
  user: string,
  options: DeleteOptions,
  context: CommandContext,
): Promise<void> {
  const query = new URLSearchParams({ user_id: user });
  const asked = { route: 'deleteReplays', query, text: 'Deleting the sessions' } as const;
  const deleted = await callApi(asked, options, context);
  context.terminal.record(deleted);
  context.terminal.say(
    `The sessions of ${oneLine(user)} are deleted: ${count(deleted.session_count)}.`,
  );
}
