import { deployedAtMs, deployTimeFaults } from '../../../domain/releases/deployed-at.ts';
import { expectNoFaults } from '../../../platform/http/faults.ts';
import type { RequestOf } from '../../../schemas/http/routes.ts';
import { sentInstantMs } from '../../../schemas/http/sent-instant.ts';
import type { ReleaseChanges, SentRelease } from '../../../schemas/releases/commands.ts';
import type { DeployId } from '../../../schemas/releases/ids.ts';
import type { Deploy, Release } from '../../../schemas/releases/release.ts';

/** The texts of a release, as clients and as we name them. */
const textFields = [
  ['commit_sha', 'commitSha'],
  ['commit_range', 'commitRange'],
  ['url', 'url'],
  ['author', 'author'],
  ['notes', 'notes'],
] as const;

/** What a request says of a release; empty texts count as absent. */
export const releaseOfRequest = (
  sent: RequestOf<'recordRelease'>,
): SentRelease & Pick<Release, 'version'> => ({
  version: sent.version,
  ...(hasServices(sent) && { services: servicesOf(sent) }),
  ...(sent.source && { source: sent.source }),
  ...Object.fromEntries(
    textFields.flatMap(([theirs, ours]) => (sent[theirs] ? [[ours, sent[theirs]] as const] : [])),
  ),
});

type Named = {
  readonly service_name?: string | undefined;
  readonly services?: readonly string[] | undefined;
};

const hasServices = (sent: Named): boolean => servicesOf(sent).length > 0;

const servicesOf = ({ service_name: one, services = [] }: Named): readonly string[] =>
  one ? [...new Set([one, ...services])] : [...new Set(services)];

/** What a request changes; without a body the release is finalized. Empty texts are removed. */
export function changesOfRequest(
  sent: RequestOf<'changeRelease'>,
  addedServices: readonly string[],
): ReleaseChanges {
  const added = addedServices.length > 0 && { addedServices };
  if (sent === undefined || sent === null) return { isFinalized: true, ...added };
  const texts = textFields.flatMap(([theirs, ours]) =>
    sent[theirs] === undefined ? [] : [[ours, sent[theirs] || null] as const],
  );
  return {
    ...Object.fromEntries(texts),
    ...(sent.services && { services: sent.services }),
    ...(sent.finalized !== undefined && { isFinalized: sent.finalized }),
    ...added,
  };
}

/** The deployment of a request. Throws 400 for times that do not fit together. */
export function deployOfRequest(
  sent: RequestOf<'deployRelease'>,
  deployId: DeployId,
  {
    services,
    receivedAtMs,
  }: { readonly services: readonly string[]; readonly receivedAtMs: number },
): Deploy {
  const times = timesOf(sent);
  expectNoFaults(deployTimeFaults(times, receivedAtMs));
  return {
    deployId,
    environment: sent.environment,
    services: [...new Set([...servicesOf(sent), ...services])],
    ...(sent.name && { name: sent.name }),
    ...(sent.url && { url: sent.url }),
    ...(sent.deployer && { deployer: sent.deployer }),
    ...times,
    deployedAtMs: deployedAtMs(times, receivedAtMs),
  };
}

const timesOf = ({
  started_at: started,
  finished_at: finished,
}: Pick<RequestOf<'deployRelease'>, 'started_at' | 'finished_at'>) => ({
  ...(started !== undefined && { startedAtMs: sentInstantMs(started) }),
  ...(finished !== undefined && { finishedAtMs: sentInstantMs(finished) }),
});
