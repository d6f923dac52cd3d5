import { ok } from 'node:assert/strict';
import { MalformedBody } from '../../platform/otlp/malformed-body.ts';

/** What comes of a body, or what is wrong with it; anything else that is thrown is a failure. */
export function orMalformed<Taken>(work: () => Taken): Taken | string {
  try {
    return work();
  } catch (error) {
    ok(error instanceof MalformedBody, `expected MalformedBody, found ${error}`);
    return error.message;
  }
}
