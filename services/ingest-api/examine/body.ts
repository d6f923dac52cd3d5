import { createHash } from 'node:crypto';
import { MalformedBody, OversizedBody } from '../../../platform/otlp/malformed-body.ts';
import { type Checked, checkTraces } from '../../../platform/otlp/traces.ts';
import type { OtlpFormat } from '../../../schemas/topics.ts';

export type BodyToExamine = {
  readonly bytes: Uint8Array;
  readonly format: OtlpFormat;
  readonly receivedAtMs: number;
  readonly organization: string;
};

/** Plain data, since it may come from another thread. */
export type Examined =
  | {
      readonly kind: 'readable';
      readonly bytes: Uint8Array;
      readonly checked: Checked;
      /** First 128 bits of SHA-256 over organization and content, written as a UUID; '' when no span is taken. */
      readonly hash: string;
    }
  | { readonly kind: 'malformed' | 'oversized'; readonly message: string };

/** All that is to be known of a body before it is written to the log. */
export function examineBody(body: BodyToExamine): Examined {
  const { bytes, format, receivedAtMs, organization } = body;
  try {
    const checked = checkTraces(bytes, format, { receivedAtMs });
    const hash = checked.spans > 0 ? contentHash(organization, bytes) : '';
    return { kind: 'readable', bytes, checked, hash };
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error;
    const kind = error instanceof OversizedBody ? 'oversized' : 'malformed';
    return { kind, message: error.message };
  }
}

function contentHash(organization: string, body: Uint8Array): string {
  const hex = createHash('sha256').update(organization).update(body).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
