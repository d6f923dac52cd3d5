import type { DomainState } from '../../../projections/engine/read/history.ts';
import { type DeployOfRelease, deploysWithin } from '../../../projections/releases/deploys.ts';
import { deployBody } from '../../../projections/releases/release-bodies.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { DeployBody } from '../../../schemas/releases/parts.ts';
import { limits } from '../config.ts';

type Asked = {
  readonly organization: OrganizationId;
  /** All of the organization when empty. */
  readonly services: readonly string[];
  readonly fromMs: number;
  readonly toMs: number;
};

/** The recorded deployments of a range, each with its services among those that are asked for. */
export const recordedDeploys = (
  { organization: organizationId, services: asked, fromMs, toMs }: Asked,
  state: Pick<DomainState, 'get' | 'list'>,
): DeployBody[] =>
  deploysWithin({ organizationId, fromMs, toMs, limit: limits.recordedDeploysMax }, state).flatMap(
    found => {
      const all = servicesOf(found);
      const services = asked.length === 0 ? all : all.filter(each => asked.includes(each));
      const { releaseId, release } = found.release;
      if (asked.length > 0 && services.length === 0) return [];
      return [deployBody({ releaseId, version: release.version }, { ...found.deploy, services })];
    },
  );

/** A deployment with all its services. */
export const recordedBody = (found: DeployOfRelease): DeployBody => {
  const { releaseId, release } = found.release;
  const of = { releaseId, version: release.version };
  return deployBody(of, { ...found.deploy, services: servicesOf(found) });
};

/** Of the deployment, or else of its release. */
const servicesOf = ({ deploy, release: { release } }: DeployOfRelease): readonly string[] =>
  deploy.services.length > 0 ? deploy.services : release.services;
