import type { TranscoderName } from '../../../platform/otlp/json/to-protobuf.ts';
import { MalformedBody, OversizedBody } from '../../../platform/otlp/malformed-body.ts';
import { examineMetrics } from '../../../platform/otlp/metrics.ts';
import { examineTraces } from '../../../platform/otlp/traces.ts';
import type { WalkContext } from '../../../platform/otlp/walk-context.ts';
import { contentHash } from '../../../schemas/telemetry/record.ts';
import type { OtlpFormat } from '../../../schemas/topics.ts';
import { type BodyCompression, type KeptBody, keptBody } from './kept-body.ts';

/** What a body holds. */
export type OtlpSignal = 'traces' | 'metrics';

export type ExportRequest = {
  readonly signal: OtlpSignal;
  readonly bytes: Uint8Array;
  readonly format: OtlpFormat;
  readonly receivedAtMs: number;
  readonly organization: string;
  /** The only services that the key may send; every one when absent. */
  readonly services?: readonly string[] | undefined;
  /** How a body is compressed of which something is taken; not at all when absent. */
  readonly compression?: BodyCompression | undefined;
};

/** How many spans or data points are taken and refused, and why the first refused one was. */
export type Checked = {
  readonly accepted: number;
  readonly refused: number;
  readonly reason?: string;
};

/** Plain data, since it may come from another thread. */
export type ValidationResult =
  | {
      readonly kind: 'readable';
      /** In protobuf, and as it is kept, when something is taken; else as it came. */
      readonly kept: KeptBody;
      readonly checked: Checked;
      /** First 128 bits of SHA-256 over organization and content, written as a UUID; '' when nothing is taken. */
      readonly hash: string;
      /** What transcoded JSON. */
      readonly transcoder?: TranscoderName;
      /** Some resource names no service. */
      readonly isUnnamed: boolean;
    }
  | { readonly kind: 'malformed' | 'oversized'; readonly message: string };

/** All that is to be known of a body before it is written to the log. */
export function examineBody(body: ExportRequest): ValidationResult {
  const { signal, bytes } = body;
  const resources = { isUnnamed: false };
  const unnamedSeen = (): void => {
    resources.isUnnamed = true;
  };
  try {
    const { checked, protobuf, ...examined } = examine[signal]({ ...body, unnamedSeen });
    const rest = { ...examined, ...resources };
    if (checked.accepted === 0)
      return { kind: 'readable', kept: keptBody(bytes, undefined), checked, hash: '', ...rest };
    const kept = keptBody(protobuf, body.compression);
    return { kind: 'readable', kept, checked, hash: contentHash(body), ...rest };
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error;
    const kind = error instanceof OversizedBody ? 'oversized' : 'malformed';
    return { kind, message: error.message };
  }
}

type Examined = {
  readonly checked: Checked;
  readonly protobuf: Uint8Array;
  readonly transcoder?: TranscoderName;
};

const examine: Readonly<
  Record<OtlpSignal, (body: ExportRequest & Pick<WalkContext, 'unnamedSeen'>) => Examined>
> = {
  traces: ({ bytes, format, ...context }) => {
    const { checked, ...examined } = examineTraces(bytes, format, context);
    const { spans, ...rest } = checked;
    return { checked: { accepted: spans, ...rest }, ...examined };
  },
  metrics: ({ bytes, format, ...context }) => {
    const { checked, ...examined } = examineMetrics(bytes, format, context);
    const { points, ...rest } = checked;
    return { checked: { accepted: points, ...rest }, ...examined };
  },
};
