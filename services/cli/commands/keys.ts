import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { callAdminApi, type OperatorOptions, withOperatorOptions } from '../operator.ts';
import { parseResponse } from '../responses.ts';
import { table } from '../table.ts';
import { registerOwnKeys } from './own-keys.ts';

export function registerKeys(program: Command, context: CommandContext): void {
  const keys = program
    .command('keys')
    .description('API keys: of all organizations for operators, of your own with TIDEMARK_API_KEY');
  withOperatorOptions(keys.command('list'))
    .description('list them, without their secrets')
    .action((options: OperatorOptions) => list(options, context));
  withOperatorOptions(keys.command('revoke'))
    .description('refuse a key from now on')
    .argument('<id>', 'as keys list shows it')
    .action((id: string, options: OperatorOptions) => revoke(id, options, context));
  registerOwnKeys(keys, context);
}

async function list(options: OperatorOptions, context: CommandContext): Promise<void> {
  const { terminal } = context;
  const asked = { method: 'GET', path: '/admin/keys' } as const;
  const { body } = await callAdminApi(asked, options, context, 'Reading the keys');
  const { keys } = parseResponse('adminKeys', body);
  for (const key of keys) terminal.record(key);
  if (keys.length === 0) return terminal.say('There are no keys yet: tidemark init makes one.');
  const rows = keys.map(key => [
    key.id,
    key.kind,
    `…${key.hint}`,
    key.service_name,
    key.organization_id,
    key.issued_at,
    key.revoked_at ?? '',
  ]);
  const title = ['id', 'kind', 'ends in', 'service', 'organization', 'issued', 'revoked'];
  for (const line of table([title, ...rows])) terminal.say(line);
}

async function revoke(
  id: string,
  options: OperatorOptions,
  context: CommandContext,
): Promise<void> {
  const path = `/admin/keys/${encodeURIComponent(id)}/revoke`;
  const asked = { method: 'POST', path } as const;
  const { body } = await callAdminApi(asked, options, context, 'Revoking the key');
  const answer = parseResponse('adminRevokeKey', body);
  context.terminal.record(answer);
  context.terminal.say(`The key ${answer.id} is refused from now on.`);
}
