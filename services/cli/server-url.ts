import type { Configuration } from '../../platform/config/config.ts';
import { UsageError } from './errors.ts';

/** Where a server of this configuration listens. */
export const listeningUrl = ({ host, port }: Configuration): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The server that a command names with `--url`, or else the configured one; without a slash at its end. */
export function serverUrl(
  { url }: { readonly url?: string },
  configuration: Configuration,
): string {
  const chosen = url ?? configuration.publicUrl ?? listeningUrl(configuration);
  if (/^https?:\/\//u.test(chosen) && URL.canParse(chosen)) return chosen.replace(/\/+$/u, '');
  throw new UsageError(`expected --url to be an http or https URL, found ${chosen}`);
}
