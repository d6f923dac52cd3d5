import { invalidRequest } from '../../../platform/http/problem.ts';
import type { QueryOf } from '../../../schemas/http/routes.ts';
import { spanBucketStart } from '../../../schemas/window.ts';
import { replayReadLimits as limits } from './config.ts';

type Filters = Pick<QueryOf<'listReplays'>, 'service' | 'has_errors'>;
type Range = { readonly from: number; readonly to: number };

/** The condition on the session of a chunk that follows from the spans that name it, and what is bound in it. */
export function namedSessions(
  { service = '', has_errors: hasErrors }: Filters,
  { from, to }: Range,
) {
  const bound = {
    service,
    bucketFrom: spanBucketStart(seconds(from - limits.tracesAroundMs)),
    bucketTo: seconds(to + limits.tracesAroundMs),
  };
  if (service === '' && hasErrors === undefined) return { condition: '', ...bound };
  if (to - from > limits.linkedRangeMsMax)
    throw invalidRequest(
      'with `service` or `has_errors`, `from` and `to` are at most 7 days apart',
    );
  const condition = [
    ...(service === '' ? [] : [isNamed('service = {service:String}')]),
    ...(hasErrors === undefined ? [] : [`${hasErrors ? '' : 'NOT '}${isNamed(failed)}`]),
  ];
  return { condition: condition.map(each => `AND ${each}`).join(' '), ...bound };
}

const failed = "status = 2 AND ({service:String} = '' OR service = {service:String})";

const isNamed = (spans: string): string => `JSONExtractString(detail, 'session') IN (
      SELECT attributes.value[indexOf(attributes.key, 'replay_id')] FROM spans
      PREWHERE organization = {organization:UUID} AND bucket >= toDateTime({bucketFrom:UInt32}, 'UTC')
        AND bucket <= toDateTime({bucketTo:UInt32}, 'UTC') AND ${spans}
      WHERE has(attributes.key, 'replay_id'))`;

const seconds = (ms: number): number => Math.max(0, Math.floor(ms / 1000));
