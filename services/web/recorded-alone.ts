import type { ResponseOf } from '../../schemas/http/routes.ts';

type Deployments = Pick<ResponseOf<'listDeployments'>, 'deployments' | 'recorded'>;

/** Deployments that pipelines recorded and no span says: the others are marked where the version began. */
export function recordedAlone({ deployments, recorded }: Deployments): Deployments['recorded'] {
  const seen = new Set(deployments.map(({ version }) => version));
  return recorded.filter(({ version }) => !seen.has(version));
}
