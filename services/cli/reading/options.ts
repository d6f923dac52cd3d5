import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { durationMs } from '../duration.ts';
import { UsageError } from '../errors.ts';
import { type OrganizationOptions, withOrganizationOptions } from '../organization.ts';
import { serverUrl } from '../server-url.ts';

/** Of every command that shows something and changes nothing. */
export type ReadingOptions = OrganizationOptions & {
  readonly asOf?: string;
  /** Seconds; true when none were given. */
  readonly watch?: string | true;
};

const watchSeconds = 5;
/** Clears a terminal and begins at its top (ECMA-48: CUP, ED). */
const clear = '\u001b[H\u001b[2J';

export const withReadingOptions = (command: Command): Command =>
  withOrganizationOptions(command)
    .option('--as-of <instant>', 'as it was known then: RFC 3339, or a duration ago such as -3h')
    .option(
      '--watch [seconds]',
      `again and again until Ctrl-C, every ${watchSeconds} s by default`,
    );

/** Shows something once, or again and again until the user ends it. Throws `UsageError`. */
export async function shown(
  { asOf, watch }: ReadingOptions,
  { streams, terminal, ended }: CommandContext,
  show: () => Promise<void>,
): Promise<void> {
  if (watch === undefined) return show();
  if (asOf !== undefined)
    throw new UsageError('the past does not change: leave out --watch or --as-of');
  const seconds = watch === true ? watchSeconds : Number(watch);
  if (!(seconds >= 1)) throw new UsageError(`expected --watch from 1 second on, found ${watch}`);
  while (!ended.aborted) {
    if (!terminal.json && streams.stdout.isTTY === true) streams.stdout.write(clear);
    await show();
    await wait(seconds * 1_000, undefined, { signal: ended }).catch(() => undefined);
  }
}

/** The instant of `--as-of` as the API takes it. Throws `UsageError`. */
export function asOfQuery({ asOf }: ReadingOptions): Readonly<Record<string, string>> {
  if (asOf === undefined) return {};
  const agoMs = asOf.startsWith('-') ? durationMs(asOf.slice(1)) : undefined;
  const ms = agoMs === undefined ? Date.parse(asOf) : Date.now() - agoMs;
  if (Number.isNaN(ms))
    throw new UsageError(`expected --as-of such as 2026-11-25T02:14:00Z or -3h, found ${asOf}`);
  return { as_of: new Date(ms).toISOString() };
}

/** The range that ends now, or at the instant of `--as-of`. Throws `UsageError`. */
export function rangeQuery(
  range: string,
  options: ReadingOptions,
): Readonly<Record<'from' | 'to', string> & Record<string, string>> {
  const ms = durationMs(range);
  if (ms === undefined) throw new UsageError(`expected --range such as 1h, found ${range}`);
  const asOf = asOfQuery(options);
  const to = asOf.as_of ?? new Date().toISOString();
  return { from: new Date(Date.parse(to) - ms).toISOString(), to, ...asOf };
}

/** Parameters without those that are absent. */
export function queryOf(values: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given as [string, string][]);
}

/** Where the web application shows the same, at the same instant. */
export function pageUrl(path: string, options: ReadingOptions, context: CommandContext): string {
  const query = new URLSearchParams(asOfQuery(options)).toString();
  const separator = path.includes('?') ? '&' : '?';
  const url = `${serverUrl(options, context.configuration())}${path}`;
  return query === '' ? url : `${url}${separator}${query}`;
}
