import type { Command } from 'commander';
import { type AdminRequest, requestAdmin, Unreachable } from './admin-client.ts';
import type { CommandContext } from './context.ts';
import { CommandFailed, UsageError } from './errors.ts';
import { serverUrl } from './server-url.ts';

export type ApiOptions = { readonly url?: string };

export const withApiOptions = (command: Command): Command =>
  command.option('--url <url>', 'the server; the configured one when absent');

/** The body of the response to a request under the organization's key in TIDEMARK_API_KEY. */
export async function callApi(
  request: AdminRequest,
  options: ApiOptions,
  context: CommandContext,
  text: string,
): Promise<unknown> {
  const configuration = context.configuration();
  const url = serverUrl(options, configuration);
  const { apiKey: token } = configuration;
  if (token === undefined) {
    throw new UsageError('set TIDEMARK_API_KEY to an API key of the organization');
  }
  return context.terminal.progress(text, async () => {
    try {
      return await requestAdmin({ kind: 'url', url, token }, request);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      throw new CommandFailed(
        `${error.message}: start a server with tidemark serve, or name another with --url`,
      );
    }
  });
}
