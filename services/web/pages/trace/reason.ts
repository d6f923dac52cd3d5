import type { ResponseOf } from '../../../../schemas/http/routes.ts';

type Span = ResponseOf<'getTraceSpan'>['spans'][number];

/** Why a span failed, in its own words: its message, or its last exception; empty when it does not say. */
export function reasonOf(spans: readonly Span[]): string {
  const failed = spans.find(({ status_code: status }) => status === 'ERROR');
  if (failed === undefined) return '';
  if (failed.status_message !== '') return failed.status_message;
  const exception = failed.events.findLast(({ name }) => name === 'exception')?.attributes ?? {};
  return [exception['exception.type'], exception['exception.message']]
    .filter(each => typeof each === 'string')
    .join(': ');
}
