import type { BlobStore } from '../../../platform/blob-store/port.ts';
import type { PositionTokens } from '../../../platform/consumers/position.ts';
import type { HttpRequest, IngestOutcome, Principal } from '../../../platform/http/handler.ts';
import { invalidRequest, payloadTooLarge } from '../../../platform/http/problem.ts';
import type { TranscoderName } from '../../../platform/otlp/json/to-protobuf.ts';
import type { NewRecord, TopicLog } from '../../../platform/topic-log/port.ts';
import type { OtlpRouteName } from '../../../schemas/http/routes.ts';
import { bodyName } from '../../../schemas/retention.ts';
import { type TelemetryRequest, telemetryRecord } from '../../../schemas/telemetry/record.ts';
import type { OtlpFormat } from '../../../schemas/topics.ts';
import type { IngestAdmission } from '../admission/open.ts';
import { limits } from '../config.ts';
import type { Quotas } from '../quotas/open.ts';
import type { Checked, OtlpSignal } from '../validate/body.ts';
import type { BodyCompression, KeptBody } from '../validate/kept-body.ts';
import type { ValidateOtlp } from '../validate/open.ts';
import { unnamedHint } from './unnamed.ts';

export type OtlpDependencies = {
  readonly topicLog: TopicLog;
  readonly blobStore: BlobStore;
  readonly examine: ValidateOtlp;
  /** How bodies are compressed; not at all when undefined. */
  readonly compression: BodyCompression | undefined;
  readonly quotas: Pick<Quotas, 'receive'>;
  readonly positions: Pick<PositionTokens, 'write'>;
  /** Receives every record once the log has it. */
  readonly appended: IngestAdmission['appended'];
  readonly count: (outcome: Outcome) => void;
  /** Called when an organization sends what names no service. */
  readonly unnamed: (organizationId: string) => void;
};

export type Outcome = {
  readonly accepted: number;
  readonly refused: number;
  readonly bytes: number;
  /** Of a body in JSON. */
  readonly transcoder: TranscoderName | undefined;
};

/** What one signal has of its own. */
type Kind = {
  readonly signal: OtlpSignal;
  readonly topic: string;
  /** The header that holds how many were accepted. */
  readonly countHeader: TelemetryRequest['countHeader'];
  /** What chooses the partition of a request: those that are to be recognised as repeats of each other lie on one. */
  readonly partitionKey: (request: {
    readonly organization: string;
    readonly hash: string;
  }) => string;
  readonly answer: (format: OtlpFormat, checked: Checked) => Uint8Array;
  /** JSON in which there is nothing for OTLP may be of a client that speaks something else. */
  readonly convert?: (
    bytes: Buffer,
    context: Principal & { readonly receivedAtMs: number },
  ) => Buffer | undefined;
};

type OtlpRequest = HttpRequest<OtlpRouteName>;

type OtlpAnswer = {
  readonly status: number;
  readonly outcome: IngestOutcome;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

/**
 * Takes an OTLP export: answers 200 only when the log has the body. What cannot be taken is
 * refused alone and named in `partialSuccess`, as the OTLP specification wants it; nothing is
 * written when nothing is left. Over its quota an organization is refused whole requests in the same
 * way: they were understood and must not be sent again, which every other status would cause.
 */
export const exportOtlp =
  (kind: Kind) =>
  ({
    topicLog,
    blobStore,
    examine,
    compression,
    quotas,
    positions,
    appended,
    count,
    unnamed,
  }: OtlpDependencies) =>
  async (request: OtlpRequest): Promise<OtlpAnswer> => {
    const { format, bytes, bodyBytes } = request.body;
    // Long bytes go to a thread and are empty here from then on.
    const { length } = bytes;
    const understood = await understand(kind, request, { examine, compression });
    const { key, receivedAtMs } = request;
    let position: string | undefined;
    const reason = await quotas.receive({ key, bytes: bodyBytes, receivedAtMs }, async () => {
      if (understood.checked.accepted === 0) return true;
      const record = await recordOf(kind, request, understood, { blobStore });
      const { topic } = kind;
      const { organizationId: organization } = key;
      const places = await topicLog.append(topic, [record]);
      for (const { partition, offset } of places) {
        appended({ topic, partition, organization, bytes: understood.kept.bodyBytes });
        position = await positions.write(organization, { topic, partition, offset });
      }
      return true;
    });
    if (understood.isUnnamed) unnamed(key.organizationId);
    const checked = withinQuota(understood.checked, reason);
    const { accepted, refused } = checked;
    count({ accepted, refused, bytes: length, transcoder: understood.transcoder });
    return {
      status: 200,
      outcome: {
        bytes: bodyBytes,
        ...checked,
        ...(understood.isUnnamed && { hint: unnamedHint }),
      },
      headers: {
        'Content-Type': contentTypes[format],
        ...(position !== undefined && { 'X-Ingest-Position': position }),
      },
      body: kind.answer(format, checked),
    };
  };

const withinQuota = (checked: Checked, reason: string | undefined): Checked =>
  reason === undefined
    ? checked
    : { accepted: 0, refused: checked.accepted + checked.refused, reason };

const contentTypes = { json: 'application/json', protobuf: 'application/x-protobuf' } as const;

type Understood = {
  readonly kept: KeptBody;
  readonly checked: Checked;
  readonly hash: string;
  readonly transcoder?: TranscoderName;
  readonly isUnnamed: boolean;
};

async function understand(
  { signal, convert }: Kind,
  { body, key, receivedAtMs }: OtlpRequest,
  { examine, compression }: Pick<OtlpDependencies, 'examine' | 'compression'>,
): Promise<Understood> {
  const look = async (bytes: Buffer): Promise<Understood> => {
    const { format } = body;
    const { organizationId: organization, services } = key;
    const asked = { signal, bytes, format, receivedAtMs, organization, services, compression };
    const examined = await examine(asked);
    if (examined.kind === 'readable') return examined;
    throw examined.kind === 'oversized'
      ? payloadTooLarge(examined.message)
      : invalidRequest(examined.message);
  };
  const found = await look(body.bytes);
  const { accepted, refused } = found.checked;
  if (body.format !== 'json' || accepted > 0 || refused > 0) return found;
  const converted = convert?.(bufferOf(found.kept.bytes), { ...key, receivedAtMs });
  return converted === undefined ? found : look(converted);
}

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Ends the name of a JSON body in protobuf: the build before stored such a body as it came, under its hash alone. */
const transcoded = '.pb';

async function recordOf(
  { countHeader, partitionKey }: Kind,
  { key, body, headers, receivedAtMs }: OtlpRequest,
  { kept: { bytes, codec, bodyBytes }, hash, checked }: Understood,
  { blobStore }: { readonly blobStore: BlobStore },
): Promise<NewRecord> {
  const isLarge = bytes.length > limits.recordBytesMax;
  // The name carries the hash, so that a retry finds the body there and stores it once a day.
  const claim = bodyName(body.format === 'json' ? `${hash}${transcoded}` : hash, receivedAtMs);
  if (isLarge) await blobStore.putIfAbsent(claim, bytes);
  const { organizationId, keyId, services } = key;
  const request = {
    organizationId,
    keyId,
    services,
    partitionKey: partitionKey({ organization: organizationId, hash }),
    countHeader,
    receivedAtMs,
    hash,
    client: (headers['user-agent'] ?? '').slice(0, limits.clientLengthMax),
    bytes: body.bodyBytes,
    ...checked,
  };
  return telemetryRecord(request, { value: bytes, codec, bodyBytes, ...(isLarge && { claim }) });
}
