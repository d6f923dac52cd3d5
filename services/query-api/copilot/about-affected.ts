import { affectedText } from '../core/copilot/direct-text.ts';
import type { Context } from './context.ts';
import type { Investigation } from './investigate.ts';
import { type Affected, readAffected } from './read-affected.ts';
import type { Part } from './reading.ts';

/** Who sent the requests that failed or were slow in the worst incident, by the attributes that name somebody. */
export async function aboutAffected(
  { asking, warehouse, configuration: { userAttributes: keys } }: Context,
  { incidents }: Investigation,
): Promise<Part> {
  const [worst] = incidents;
  if (worst === undefined)
    return { text: 'Nobody is affected: nothing stands out in this time.', references: [] };
  if (worst.episode.symptom === 'silence')
    return {
      text: `Nobody can be named: no request reached ${worst.service}.`,
      references: [],
    };
  const { service, episode, found } = worst;
  const isError = episode.symptom === 'errors';
  const slow = Math.floor(found.change?.before.p95_latency ?? 0);
  const selection = {
    from: episode.fromMs,
    to: episode.toMs,
    service,
    attributes: [],
    ...(isError ? { status: 'error' as const } : { min_duration_ms: slow }),
  };
  const reading = { warehouse, signal: asking.signal };
  const asked = { organization: asking.key.organizationId, selection, keys, atMs: undefined };
  const people: Affected[] = await readAffected(asked, reading);
  const operations = found.operations
    .filter(
      ({ now, before }) =>
        now.error_rate > before.error_rate || now.p95_latency > before.p95_latency,
    )
    .map(({ operation_name: name }) => name);
  const where = operations.length === 0 ? '' : ` Operations: ${operations.join(', ')}.`;
  return {
    text: `${affectedText(people, keys, isError ? 'failed' : 'slow')}${where}`,
    references: [],
  };
}
