import { resolve } from 'node:path';
import type { Command } from 'commander';
import { NotRestored, restoreBackup } from '../../../platform/backup/restore.ts';
import type { CommandContext } from '../context.ts';
import { CommandFailed } from '../errors.ts';
import { runJob } from '../jobs.ts';
import { type OperatorOptions, withOperatorOptions } from '../operator.ts';
import { bytesText, count } from '../table.ts';

export function registerBackup(program: Command, context: CommandContext): void {
  withOperatorOptions(program.command('backup'))
    .description('copy the data folder as of now, while the server runs')
    .argument(
      '<folder>',
      'where backups are kept, on the machine of the server; each gets a folder in it',
    )
    .action((folder: string, options: OperatorOptions) => backUp(folder, options, context));
  program
    .command('restore')
    .description('make a data folder of a backup, each file compared with its hash')
    .argument('<folder>', 'a backup, or a folder of backups: the latest of them')
    .action((folder: string) => restore(folder, context));
}

async function backUp(
  folder: string,
  options: OperatorOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  // The server may have another working directory; with --url it has another machine.
  const body = { folder: options.url === undefined ? resolve(folder) : folder };
  const asked = { route: 'adminBackUp', path: '/admin/backup', body, text: 'Backing up' } as const;
  const { backup } = await runJob(asked, options, context);
  if (backup === null) throw new CommandFailed('the server made a backup and did not tell of it');
  terminal.record({ kind: 'backup', ...backup });
  const shared =
    backup.shared_bytes > 0
      ? `, ${bytesText(backup.shared_bytes)} of them shared with the one before`
      : '';
  terminal.say(`Backed up ${count(backup.files)} files, ${bytesText(backup.bytes)}${shared}:`);
  terminal.say(`  ${backup.folder}`);
  terminal.say('It contains the keys of all personal data: keep it as you keep a secret.');
  terminal.say(`Restore it with: tidemark restore ${backup.folder}`);
}

async function restore(folder: string, context: CommandContext): Promise<void> {
  const { terminal } = context;
  const { dataDir } = context.configuration();
  const text = 'Restoring';
  const { backup, summary } = await terminal.progress(text, report =>
    restoreBackup(resolve(folder), resolve(dataDir), (files, of) =>
      report(`${text}, ${count(files)} of ${count(of)} files`),
    ).catch(error => {
      if (error instanceof NotRestored) throw new CommandFailed(error.message, { cause: error });
      throw error;
    }),
  );
  const { started_at: at, files, bytes } = summary;
  terminal.record({ kind: 'restored', backup, data_dir: dataDir, started_at: at, files, bytes });
  terminal.say(
    `Restored ${dataDir} as it was at ${at}: ${count(files)} files, ${bytesText(bytes)}.`,
  );
  terminal.say('Start it with tidemark serve, then check it with tidemark verify.');
}
