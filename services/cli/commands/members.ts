import { type Command, Option } from 'commander';
import { type MemberRole, memberRoles } from '../../../schemas/members/roles.ts';
import type { CommandContext } from '../context.ts';
import { callApi, type OrganizationOptions, withOrganizationOptions } from '../organization.ts';
import { oneLine } from '../reading/print.ts';
import { wholeId } from '../reading/short-id.ts';

type InviteOptions = OrganizationOptions & { readonly role: MemberRole };
type RoleOptions = OrganizationOptions & { readonly set: MemberRole };

/** What owners who signed in decide about people; no API key may. */
export function registerMemberChanges(members: Command, context: CommandContext): void {
  withOrganizationOptions(members.command('invite'))
    .description('invite a person by mail; an open invitation is sent again')
    .argument('<address>', 'that the person signs in with')
    .addOption(new Option('--role <role>', 'what it may').choices(memberRoles).default('member'))
    .action((address: string, options: InviteOptions) => invite(address, options, context));
  withOrganizationOptions(members.command('role'))
    .description('give a person another role, which holds for the next request')
    .argument('<id>', 'as list shows it')
    .addOption(new Option('--set <role>', 'what it may').choices(memberRoles).makeOptionMandatory())
    .action((id: string, options: RoleOptions) => changeRole(id, options, context));
  withOrganizationOptions(members.command('remove'))
    .description('remove a person, whose sessions end at once, or take an invitation back')
    .argument('<id>', 'as list shows it')
    .action((id: string, options: OrganizationOptions) => remove(id, options, context));
}

async function invite(
  email: string,
  options: InviteOptions,
  context: CommandContext,
): Promise<void> {
  const body = { email, role: options.role };
  const asked = { route: 'inviteMember', body, text: 'Inviting the person' } as const;
  const invited = await callApi(asked, options, context);
  context.terminal.record(invited);
  context.terminal.say(
    `${oneLine(email)} is invited as ${invited.role}, until ${invited.expires_at}.`,
  );
}

async function changeRole(
  beginning: string,
  options: RoleOptions,
  context: CommandContext,
): Promise<void> {
  const params = { id: await memberIdOf(beginning, options, context) };
  const body = { role: options.set };
  const asked = { route: 'changeMember', params, body, text: 'Changing the role' } as const;
  const changed = await callApi(asked, options, context);
  context.terminal.record(changed);
  context.terminal.say(`The role is ${changed.role}.`);
}

async function remove(
  beginning: string,
  options: OrganizationOptions,
  context: CommandContext,
): Promise<void> {
  const params = { id: await memberIdOf(beginning, options, context) };
  const asked = { route: 'removeMember', params, text: 'Removing the person' } as const;
  context.terminal.record(await callApi(asked, options, context));
  context.terminal.say('The person is removed.');
}

/** The id that begins so, of the people and open invitations. Throws `UsageError`. */
const memberIdOf = (
  beginning: string,
  options: OrganizationOptions,
  context: CommandContext,
): Promise<string> =>
  wholeId(beginning, 'member', async () => {
    const asked = { route: 'listMembers', text: 'Reading the members' } as const;
    return (await callApi(asked, options, context)).members;
  });
