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

/** The versions of a service that began in the range. */
export function useVersionMarks(service: string): readonly Mark[] {
  const { from, to } = useTime();
  const { data } = useRead('listDeployments', { query: { from, to, service } });
  const deployments = data?.body.deployments;
  return useMemo(() => (deployments ?? []).map(versionMark), [deployments]);
}
