import { useMemo } from 'react';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { useRead } from './data/use-read.ts';
import { recordedAlone } from './recorded-alone.ts';
import { useTime } from './time/use-time.ts';
import type { Mark } from './ui/chart/line.ts';

type Deployment = ResponseOf<'listDeployments'>['deployments'][number];
type Recorded = ResponseOf<'listDeployments'>['recorded'][number];

/** A version that began, as charts mark it. */
export const versionMark = ({ version, first_seen_at }: Deployment): Mark => ({
  kind: 'deployment',
  atMs: Date.parse(first_seen_at),
  label: version,
});

const recordedMark = ({ version, environment, deployed_at }: Recorded): Mark => ({
  kind: 'deployment',
  atMs: Date.parse(deployed_at),
  label: `${version}, ${environment}`,
});

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
