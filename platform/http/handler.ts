import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { CredentialKind } from '../../schemas/api-keys/kinds.ts';
import type { KeyRestrictions } from '../../schemas/api-keys/restrictions.ts';
import type {
  GzipRouteName,
  JsonBytesRouteName,
  KeyedRouteName,
  MultipartRouteName,
  OtlpRouteName,
  ParamsOf,
  QueryOf,
  RequestOf,
  ResponseOf,
  RouteName,
} from '../../schemas/http/routes.ts';
import type { KeyId, OrganizationId, UserId } from '../../schemas/ids.ts';
import type { MemberRole } from '../../schemas/members/roles.ts';
import type { OtlpFormat } from '../../schemas/topics.ts';

/** Whom a key belongs to, and what it may do. */
export type Principal = KeyRestrictions & {
  readonly keyId: KeyId;
  readonly organizationId: OrganizationId;
  readonly kind: CredentialKind;
  /** The service it was issued for: what a body belongs to that names none. */
  readonly serviceName: string;
  /** From then on it is refused; absent while no end is set. */
  readonly endsAtMs?: number;
  /** The person whose session it is; absent for API keys. */
  readonly userId?: UserId;
  /** Of a session: what its person is in the organization, also where a remote client acts for it. */
  readonly role?: MemberRole;
  /** It is the token of a remote client, whose grant is the key: only routes that take grants take it. */
  readonly isGrant?: true;
  /** Requests in a minute, reads and commands apart; the rate of its kind when absent. */
  readonly ratePerMinute?: number;
};

/** An OTLP body as it was sent, inflated and otherwise untouched. */
export type OtlpBody = {
  readonly format: OtlpFormat;
  readonly bytes: Buffer;
  /** Bytes on the wire, before inflating. */
  readonly bodyBytes: number;
};

/** The parts of a form, not yet told apart, or the file alone where the route takes one. */
export type MultipartBody = { readonly bytes: Buffer; readonly contentType: string };

/** A body that is compressed in itself, as it was sent. */
export type GzipBody = { readonly bytes: Buffer };

export type BodyOf<Name extends RouteName> = Name extends OtlpRouteName
  ? OtlpBody
  : Name extends MultipartRouteName
    ? MultipartBody
    : Name extends GzipRouteName
      ? GzipBody
      : Name extends JsonBytesRouteName
        ? Buffer
        : RequestOf<Name>;

export type HttpRequest<Name extends RouteName = RouteName> = {
  readonly requestId: string;
  readonly receivedAtMs: number;
  readonly params: ParamsOf<Name>;
  readonly query: QueryOf<Name>;
  /** As it was sent, without the `?`; absent where the server reads its own routes. */
  readonly querystring?: string;
  readonly body: BodyOf<Name>;
  readonly headers: IncomingHttpHeaders;
  readonly key: Name extends KeyedRouteName ? Principal : undefined;
  /** Of the client, or of the nearest proxy that is not trusted; `local` on a socket file. */
  readonly address: string;
  /** Aborts when the client goes away before it has its answer. */
  readonly signal: AbortSignal;
  /** For streamed responses: rejects like a new request once the key lost its permission. */
  readonly checkKey: () => Promise<void>;
};

/**
 * `body` as the route table describes it is sent as JSON. Text, bytes and streams are sent as they
 * are, with the content type in `headers` or else the route's.
 */
export type HttpResponse<Name extends RouteName = RouteName> = {
  readonly status: number;
  readonly body?: ResponseOf<Name> | Uint8Array | string | Readable;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of telemetry, for the receipt. */
  readonly outcome?: IngestOutcome;
};

/** What became of one request of telemetry. */
export type IngestOutcome = {
  readonly accepted: number;
  readonly refused: number;
  /** On the wire. */
  readonly bytes: number;
  /** Why the first was refused. */
  readonly reason?: string;
  /** What its sender should know although all was accepted. */
  readonly hint?: string;
};

export type Handler<Name extends RouteName = RouteName> = (
  request: HttpRequest<Name>,
) => Promise<HttpResponse<Name>>;

export type Handlers<Names extends RouteName = RouteName> = {
  readonly [Name in Names]: Handler<Name>;
};
