import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { callAdminApi, type OperatorOptions, withOperatorOptions } from '../operator.ts';
import { parseResponse } from '../responses.ts';

export function registerHistory(program: Command, context: CommandContext): void {
  withOperatorOptions(program.command('history'))
    .description('events of a stream with actor, cause and the state after each')
    .argument('<stream>', 'such as api-key-<id>')
    .action((stream: string, options: OperatorOptions) => history(stream, options, context));
}

async function history(
  stream: string,
  options: OperatorOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const { style } = terminal;
  const path = `/admin/history/${encodeURIComponent(stream)}`;
  const asked = { method: 'GET', path } as const;
  const { body } = await callAdminApi(asked, options, context, `Reading ${stream}`);
  const { events } = parseResponse('adminHistory', body);
  for (const event of events) {
    terminal.record({ stream, ...event });
    terminal.say(`${style.bold(`${event.revision}  ${event.type}`)}  ${event.at}`);
    terminal.say(style.dim(`   by ${event.actor}, caused by ${event.causation_id}`));
    terminal.say(`   data   ${JSON.stringify(event.data)}`);
    terminal.say(`   state  ${JSON.stringify(event.state)}`);
  }
}
