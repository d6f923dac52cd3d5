import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { callApi, type OrganizationOptions, withOrganizationOptions } from '../organization.ts';
import { oneLine } from './print.ts';

export function registerAsk(program: Command, context: CommandContext): void {
  withOrganizationOptions(program.command('ask'))
    .description('ask about your services in words')
    .argument('<question...>', 'such as: why does checkout fail?')
    .action((words: readonly string[], options: OrganizationOptions) =>
      ask(words.join(' '), options, context),
    );
}

async function ask(
  question: string,
  options: OrganizationOptions,
  context: CommandContext,
): Promise<void> {
  const asked = {
    route: 'askCopilot',
    body: { question, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    text: 'Thinking',
  } as const;
  const found = await callApi(asked, options, context);
  context.terminal.record(found);
  for (const line of found.answer.split('\n')) context.terminal.say(oneLine(line));
}
