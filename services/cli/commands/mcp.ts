import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { openPost } from '../mcp/post.ts';
import { relay } from '../mcp/relay.ts';
import { addressOf, type OrganizationOptions, withOrganizationOptions } from '../organization.ts';

export function registerMcp(program: Command, context: CommandContext): void {
  withOrganizationOptions(program.command('mcp'))
    .description(
      'serve the Model Context Protocol over stdio, to editors and assistants that start it',
    )
    .action((options: OrganizationOptions) => serveStdio(options, context));
}

/** Until the client closes standard input, or the process is to end. */
async function serveStdio(options: OrganizationOptions, context: CommandContext): Promise<void> {
  const { target, apiKey } = addressOf({ route: 'callMcp', text: '' }, options, context);
  const { stdin, stdout } = context.streams;
  await relay({
    input: stdin,
    write: line => void stdout.write(`${line}\n`),
    post: openPost(target, apiKey),
    ended: context.ended,
  });
}
