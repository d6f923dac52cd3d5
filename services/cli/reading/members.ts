import type { Command } from 'commander';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { registerMemberChanges } from '../commands/members.ts';
import type { CommandContext } from '../context.ts';
import { callApi } from '../organization.ts';
import { ago } from '../table.ts';
import { asOfQuery, queryOf, type ReadingOptions, shown, withReadingOptions } from './options.ts';
import { printRows, type ShownColumn } from './print.ts';
import { shortId } from './short-id.ts';

type ListOptions = ReadingOptions & { readonly removed?: true };
type Member = ResponseOf<'listMembers'>['members'][number];

export function registerMembers(program: Command, context: CommandContext): void {
  const members = program.command('members').description('the people of the organization');
  withReadingOptions(members.command('list', { isDefault: true }))
    .description('people and open invitations, the oldest first')
    .option('--removed', 'also those who left or were removed')
    .action((options: ListOptions) => shown(options, context, () => list(options, context)));
  registerMemberChanges(members, context);
}

async function list(options: ListOptions, context: CommandContext): Promise<void> {
  const query = queryOf({ removed: options.removed && 'true', ...asOfQuery(options) });
  const asked = { route: 'listMembers', query, text: 'Reading the members' } as const;
  const { members: rows } = await callApi(asked, options, context);
  printRows({ rows, columns: ofMembers(Date.now()), none: 'There are no members.' }, context);
}

const ofMembers = (nowMs: number): readonly ShownColumn<Member>[] => [
  { title: 'id', text: row => shortId(row.id) },
  { title: 'address', text: row => row.email ?? row.email_hint ?? '–', isLong: true },
  { title: 'role', text: row => row.role },
  { title: 'status', text: row => row.status },
  { title: 'since', text: row => sinceText(row, nowMs) },
  { title: '', text: row => (row.is_you ? 'you' : '') },
];

function sinceText(row: Member, nowMs: number): string {
  const at = row.removed_at ?? row.joined_at ?? row.invited_at;
  return at === null ? '–' : ago(at, nowMs);
}
