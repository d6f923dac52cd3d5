import { useMemo } from 'react';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { useRead } from './data/use-read.ts';
import { useTime } from './time/use-time.ts';
import type { Mark } from './ui/chart/line.ts';

type Deployment = ResponseOf<'listDeployments'>['deployments'][number];

/** A version that began, as charts mark it. */
export const versionMark = ({ version, first_seen_at }: Deployment): Mark => ({
  kind: 'deployment',
  atMs: Date.parse(first_seen_at),
  label: version,
});

type Deployments = Pick<ResponseOf<'listDeployments'>, 'deployments' | 'recorded'>;

const recordedMark = ({
  version,
  environment,
  deployed_at,
}: Deployments['recorded'][number]): Mark => ({
  kind: 'deployment',
  atMs: Date.parse(deployed_at),
  label: `${version}, ${environment}`,
});

/** Deployments that pipelines recorded and no span says: the others are marked where the version began. */
export function recordedAlone({ deployments, recorded }: Deployments): Deployments['recorded'] {
  const seen = new Set(deployments.map(({ version }) => version));
  return recorded.filter(({ version }) => !seen.has(version));
}

/** The versions of a service that began in the range. */
export function useVersionMarks(service: string): readonly Mark[] {
  const { from, to } = useTime();
  const { data } = useRead('listDeployments', { query: { from, to, service } });
  const body = data?.body;
  return useMemo(
    () =>
      body === undefined
        ? []
        : [...body.deployments.map(versionMark), ...recordedAlone(body).map(recordedMark)],
    [body],
  );
}
