import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import type { DemoOptions } from '../demo/options.ts';

export function registerDemo(program: Command, context: CommandContext): void {
  program
    .command('demo')
    .description('show everything with real traffic, and check it')
    .option(
      '--seconds <n>',
      'send traffic so that all ends after about so many seconds, more on a busy machine; else stay up',
    )
    .option('--port <n>', 'listen there; any free port when absent', '0')
    .option('--data-dir <path>', 'keep the data there; a temporary folder when absent')
    .option('--seed <n>', 'another number makes other traffic', '1')
    .action(async (options: DemoOptions) => {
      const { demo } = await import('../demo/run.ts');
      await demo(options, context);
    });
}
