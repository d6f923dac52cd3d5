import type { Configuration } from '../../../platform/config/config.ts';
import { openLog } from '../../../platform/log.ts';
import type { CommandContext } from '../context.ts';
import { CommandFailed } from '../errors.ts';
import { startFolder } from '../start-folder.ts';

/** A server that lives as long as the command which started it. */
export type OwnServer = {
  readonly url: string;
  /** The next code for an address, where mails stay on this machine; undefined where they are sent. */
  readonly codeFor: (email: string) => Promise<string> | undefined;
  readonly stop: () => Promise<void>;
};

const mailMsMax = 10_000;

export async function startOwnServer(
  configuration: Configuration,
  { terminal, streams, startServer }: CommandContext,
): Promise<OwnServer> {
  const waiting = new Map<string, (code: string) => void>();
  const destination = { write: (line: string) => void streams.stderr.write(line) };
  const { url, stop } = await terminal.progress('Starting Tidemark', () =>
    startFolder(
      {
        configuration,
        log: openLog({ level: 'warn', pretty: false, destination }),
        codeMailed: ({ to, code }) => waiting.get(to.toLowerCase())?.(code),
      },
      startServer,
    ),
  );
  return {
    url,
    stop,
    codeFor: email => {
      if (configuration.smtpUrl !== undefined) return undefined;
      const address = email.trim().toLowerCase();
      return new Promise((resolve, reject) => {
        const late = (): void =>
          reject(new CommandFailed(`no code was mailed within ${mailMsMax / 1000} s`));
        const timer = setTimeout(late, mailMsMax);
        waiting.set(address, code => {
          clearTimeout(timer);
          resolve(code);
        });
      });
    },
  };
}
