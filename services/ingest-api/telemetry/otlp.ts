import type { BlobStore } from '../../../platform/blob-store/port.ts';
import type { IngestPosition, PositionTokens } from '../../../platform/consumers/position.ts';
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
import type { Quotas, Received } from '../quotas/open.ts';
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
 * way: they were understood and must not be sent again, which every other status would cause; or, as it has
 * chosen, they are parked: written, and counted later.
 */
export const exportOtlp =
  (kind: Kind) =>
  ({ examine, compression, quotas, count, unnamed, ...writing }: OtlpDependencies) =>
  async (request: OtlpRequest): Promise<OtlpAnswer> => {
    const { format, bytes, bodyBytes } = request.body;
    // Long bytes go to a thread and are empty here from then on.
    const { length } = bytes;
    const understood = await understand(kind, request, { examine, compression });
    const { key, receivedAtMs } = request;
    let position: string | undefined;
    const amount = { key, bytes: bodyBytes, receivedAtMs };
    const received = await quotas.receive(amount, async isParked => {
      if (understood.checked.accepted === 0) return true;
      const place = await write(kind, request, { ...understood, isParked }, writing);
      // What is parked cannot be read yet, so there is nothing to wait for.
      if (!isParked) position = await writing.positions.write(key.organizationId, place);
      return true;
    });
    if (understood.isUnnamed) unnamed(key.organizationId);
    const checked = withinQuota(understood.checked, received);
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

/** What is parked is accepted, with a warning, as OTLP has it for what is not refused. */
const withinQuota = (checked: Checked, { isParked, reason }: Received): Checked => {
  if (reason === undefined) return checked;
  if (!isParked) return { accepted: 0, refused: checked.accepted + checked.refused, reason };
  return checked.accepted === 0 ? checked : { ...checked, reason: checked.reason || reason };
};

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

type Parked = { readonly isParked: boolean };

/** Answers where the log has it. */
async function write(
  kind: Kind,
  request: OtlpRequest,
  understood: Understood & Parked,
  { topicLog, blobStore, appended }: Pick<OtlpDependencies, 'topicLog' | 'blobStore' | 'appended'>,
): Promise<IngestPosition> {
  const record = await recordOf(kind, request, understood, { blobStore });
  const { topic } = kind;
  const [place] = await topicLog.append(topic, [record]);
  if (place === undefined) throw new Error('expected the place of the record');
  const { partition, offset } = place;
  const { organizationId: organization } = request.key;
  appended({ topic, partition, organization, bytes: understood.kept.bodyBytes });
  return { topic, partition, offset };
}

async function recordOf(
  { countHeader, partitionKey }: Kind,
  { key, body, headers, receivedAtMs }: OtlpRequest,
  { kept: { bytes, codec, bodyBytes }, hash, checked, isParked }: Understood & Parked,
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
    isParked,
  };
  return telemetryRecord(request, { value: bytes, codec, bodyBytes, ...(isLarge && { claim }) });
}
