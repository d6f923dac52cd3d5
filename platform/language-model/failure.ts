import { APICallError, RetryError } from 'ai';
import { Unavailable } from '../errors.ts';
import { modelRequestLimits } from './limits.ts';

/**
 * What people are told of a failure; its cause says what the provider said, for the log. The errors of the library hold the whole request with
 * what was read for it, so none of them goes on.
 */
export function failureOf(error: unknown): Unavailable {
  const last = RetryError.isInstance(error) ? error.lastError : error;
  if (last instanceof Unavailable) return last;
  const said = last instanceof Error ? last.message : String(last);
  const cause = new Error(said.slice(0, modelRequestLimits.detailCharactersMax));
  const { statusCode = 0 } = APICallError.isInstance(last) ? last : {};
  if (statusCode >= failedStatus) return new Unavailable(sentenceOf(statusCode), { cause });
  return new Unavailable('it could not be reached, or its response could not be read', { cause });
}

/** Of the first status that is a failure; a response that breaks off has one below. */
const failedStatus = 400;

function sentenceOf(status: number): string {
  if (status === 401 || status === 403) return `it does not accept the key (HTTP ${status})`;
  if (status === 404) return `it does not know the model (HTTP ${status})`;
  if (status === 429) return `it takes no more requests now (HTTP ${status})`;
  return `it answered with HTTP ${status}`;
}
