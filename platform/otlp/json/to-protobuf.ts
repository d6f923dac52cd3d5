import { transcodeCompiled } from './compiled/open.ts';
import { type Transcoded, transcodeMetrics, transcodeTraces } from './transcode.ts';

/** Which one answered: the compiled one knows only what SDKs and the Collector send. */
export type TranscoderName = 'compiled' | 'general';

export type JsonInProtobuf = Transcoded & { readonly transcoder: TranscoderName };

/** An OTLP/JSON request as protobuf, the quick way where there is one: both ways give the same bytes. */
export const tracesToProtobuf = (body: Uint8Array): JsonInProtobuf =>
  compiled(transcodeCompiled(body, 'traces')) ?? general(transcodeTraces(body));

export const metricsToProtobuf = (body: Uint8Array): JsonInProtobuf =>
  compiled(transcodeCompiled(body, 'metrics')) ?? general(transcodeMetrics(body));

const compiled = (bytes: Uint8Array | undefined): JsonInProtobuf | undefined =>
  bytes && { bytes, refused: 0, transcoder: 'compiled' };

const general = (transcoded: Transcoded): JsonInProtobuf => ({
  ...transcoded,
  transcoder: 'general',
});
