import { type Compared, comparedOf } from '../../../domain/releases/compared.ts';
import type { ReleaseRow } from '../../../projections/releases/releases.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { Deploy } from '../../../schemas/releases/release.ts';
import type { Retention } from '../../../schemas/retention.ts';

/** One deployment whose figures are wanted. */
export type AskedDeploy = Compared & {
  readonly deploy: Deploy;
  readonly version: string;
  readonly services: readonly string[];
};

/** Of all deployments of one answer. */
export type AskedFigures = {
  readonly organization: OrganizationId;
  /** Only what was known before the minute of this instant. */
  readonly atMs: number | undefined;
};

type Times = {
  readonly nowMs: number;
  readonly atMs: number | undefined;
  readonly retention: Pick<Retention, 'spansMs'>;
};

/** What is asked of a deployment; undefined where there is nothing to count, or not all of it is kept. */
export function askedDeploy(
  { release }: ReleaseRow,
  deploy: Deploy,
  { nowMs, atMs, retention }: Times,
): AskedDeploy | undefined {
  const compared = comparedOf(deploy.deployedAtMs, atMs ?? nowMs);
  const keptMs = nowMs - retention.spansMs;
  if (compared === undefined || compared.before.fromSeconds * 1000 < keptMs) return undefined;
  const services = deploy.services.length > 0 ? deploy.services : release.services;
  return { ...compared, deploy, version: release.version, services };
}
