import type { RootCauses } from '../../../../schemas/root-causes/routes.ts';

type Findings = Pick<
  RootCauses,
  'failures' | 'slowness' | 'deployments' | 'change' | 'sample' | 'causes' | 'reason'
>;

/** The findings for people, the most likely cause first. */
export function sentencesOf({
  failures,
  slowness,
  deployments,
  change,
  sample,
  causes,
  reason,
}: Findings): string[] {
  const [failure] = failures;
  const [slow] = slowness;
  return [
    ...(change === null ? [] : [changeSentence(change)]),
    ...(reason === null || change === null ? [] : [reason]),
    ...causes.filter(cause => !isSaidBelow(cause, deployments)).map(each => each.explanation),
    ...(failure === undefined ? [] : [failureSentence(failure, sample.failed_traces)]),
    ...(slow === undefined ? [] : [slownessSentence(slow, sample.slow_traces)]),
    ...deployments.map(
      ({ service_name: service, version, previous_version: previous, first_seen_at: at }) =>
        `${service} changed from version ${previous} to ${version} at ${at}.`,
    ),
  ];
}

/** Whether the sentences on places and versions say it; of deployments they know the versions that spans name. */
function isSaidBelow(
  { kind, service_name: service, subject }: RootCauses['causes'][number],
  deployments: RootCauses['deployments'],
): boolean {
  if (kind !== 'deploy') return kind === 'failing_dependency' || kind === 'new_error';
  return deployments.some(each => each.service_name === service && each.version === subject);
}

function changeSentence({ now, before }: NonNullable<RootCauses['change']>): string {
  const rates = `${now.error_rate.toFixed(1)} % of ${now.requests} requests failed, before ${before.error_rate.toFixed(1)} % of ${before.requests}`;
  return `${rates}; p95 latency ${now.p95_latency.toFixed(1)} ms, before ${before.p95_latency.toFixed(1)} ms.`;
}

function failureSentence(failure: RootCauses['failures'][number], of: number): string {
  const { traces, service_name: service, operation_name: operation, peer } = failure;
  const what = [failure.error_type, failure.message].filter(text => text !== '').join(', ');
  return `In ${traces} of ${of} failed traces, ${operation} of ${service}${calling(peer)} fails first${what === '' ? '' : `: ${what}`}.`;
}

const slownessSentence = (slow: RootCauses['slowness'][number], of: number): string =>
  `${slow.self_share.toFixed(1)} % of the time of the ${of} slowest traces is spent in ${slow.operation_name} of ${slow.service_name}${calling(slow.peer)} itself.`;

const calling = (peer: string | null): string => (peer === null ? '' : ` (calling ${peer})`);
