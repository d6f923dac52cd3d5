import type { OtlpFormat } from '../../schemas/topics.ts';
import { type TranscoderName, tracesToProtobuf } from './json/to-protobuf.ts';
import type { RecordContext, SpanBatch } from './span-batch.ts';
import type { WalkContext } from './walk-context.ts';
import { type Checked, type SpanSink, visitTraces } from './wire/visit.ts';

export type { Checked } from './wire/visit.ts';

export type ExaminedTraces = {
  readonly checked: Checked;
  /** The body in protobuf; spans that JSON holds and protobuf cannot are not in it. */
  readonly protobuf: Uint8Array;
  /** What transcoded JSON. */
  readonly transcoder?: TranscoderName;
};

export type ExamineTraces = (
  body: Uint8Array,
  format: OtlpFormat,
  context: WalkContext,
) => ExaminedTraces;

export type DecodeTraces = (
  body: Uint8Array,
  format: OtlpFormat,
  context: RecordContext,
  batch: SpanBatch,
) => Checked;

/**
 * How many spans of a body would be taken and refused, and why the first refused one would be.
 * Throws MalformedBody when the body as a whole cannot be read.
 */
export const examineTraces: ExamineTraces = (body, format, context) =>
  read(body, format, context, undefined);

/**
 * Adds the spans of a body to `batch`. With the same `receivedAtMs` it takes and refuses exactly
 * what `examineTraces` did. When it throws, the batch is as before.
 */
export const decodeTraces: DecodeTraces = (body, format, context, batch) => {
  const mark = batch.mark();
  try {
    batch.beginRecord(context);
    return read(body, format, context, batch).checked;
  } catch (error) {
    batch.rollback(mark);
    throw error;
  }
};

function read(
  body: Uint8Array,
  format: OtlpFormat,
  context: WalkContext,
  sink: SpanSink | undefined,
): ExaminedTraces {
  if (format === 'protobuf') return { checked: visitTraces(body, context, sink), protobuf: body };
  const { bytes: protobuf, transcoder, ...transcoded } = tracesToProtobuf(body);
  const walked = visitTraces(protobuf, context, sink);
  const reason = transcoded.reason ?? walked.reason;
  const refused = walked.refused + transcoded.refused;
  const checked = { spans: walked.spans, refused, ...(reason !== undefined && { reason }) };
  return { checked, protobuf, transcoder };
}
