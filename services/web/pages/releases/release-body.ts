import { instantOfInput } from '../../time/local-input.ts';
import type { Zone } from '../../time/time-search.ts';
import { linesOf } from '../../ui/lines.ts';
import type { Texts } from '../../ui/use-form.ts';

type Body = Readonly<Record<string, unknown>>;

type Asked = {
  readonly zone: Zone;
  /** What stood in the form when it was opened. */
  readonly openedMs: number;
};

/** What is recorded of a release; empty texts are none. */
export const releaseBodyOf = ({ version, services, url, commit, author }: Texts): Body => ({
  version,
  // Names of services may hold commas, so each has a line.
  services: linesOf(services),
  source: 'web',
  url: url || null,
  commit_sha: commit || null,
  author: author || null,
});

/** What is recorded of a deployment; undefined where the form names no environment. */
export function deployBodyOf(
  { environment, deployed = '', run }: Texts,
  { zone, openedMs }: Asked,
): Body | undefined {
  if (!environment) return undefined;
  const finishedAt = instantOfInput(deployed, zone, openedMs);
  return { environment, finished_at: finishedAt, url: run || null };
}
