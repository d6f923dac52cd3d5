import type { HttpProblem } from '../../../platform/http/problem.ts';
import { nearServices } from './near-services.ts';
import type { Given } from './tool.ts';

type Failed = { readonly idsFrom?: string; readonly given: Given };

/** What a model can do about a problem; empty where the message says it. */
export async function adviceFor(
  { status, headers }: Pick<HttpProblem, 'status' | 'headers'>,
  { idsFrom, given }: Failed,
  knownServices: () => Promise<readonly string[]>,
): Promise<string> {
  if (status === 404 && typeof given.service === 'string')
    return nearServices(given.service, await knownServices());
  if (status === 404 && idsFrom !== undefined) return `${idsFrom} lists the ids that there are.`;
  const { 'Retry-After': seconds } = headers;
  return seconds === undefined ? '' : `Try again in ${seconds} s.`;
}
