import { deployedAtMs, deployTimeFaults } from '../../../domain/releases/deployed-at.ts';
import { expectNoFaults } from '../../../platform/http/faults.ts';
import type { RequestOf } from '../../../schemas/http/routes.ts';
import { sentInstantMs } from '../../../schemas/http/sent-instant.ts';
import type { ReleaseChanges, SentRelease } from '../../../schemas/releases/commands.ts';
import type { DeployId } from '../../../schemas/releases/ids.ts';
import type { Deploy, Release } from '../../../schemas/releases/release.ts';

/** What a request says of a release; empty texts count as absent. */
export const releaseOfRequest = (
  sent: RequestOf<'recordRelease'>,
): SentRelease & Pick<Release, 'version'> => ({
  version: sent.version,
  ...(hasServices(sent) && { services: servicesOf(sent) }),
  ...(sent.source && { source: sent.source }),
  ...(sent.commit_sha && { commitSha: sent.commit_sha }),
  ...(sent.commit_range && { commitRange: sent.commit_range }),
  ...(sent.url && { url: sent.url }),
  ...(sent.author && { author: sent.author }),
  ...(sent.notes && { notes: sent.notes }),
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
  return {
    ...(sent.services && { services: sent.services }),
    ...(sent.commit_sha !== undefined && { commitSha: sent.commit_sha || null }),
    ...(sent.commit_range !== undefined && { commitRange: sent.commit_range || null }),
    ...(sent.url !== undefined && { url: sent.url || null }),
    ...(sent.author !== undefined && { author: sent.author || null }),
    ...(sent.notes !== undefined && { notes: sent.notes || null }),
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
