import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { originOf } from '../../schemas/api-keys/origins.ts';
import type { Route } from '../../schemas/http/route.ts';
import type { OtlpRouteName } from '../../schemas/http/routes.ts';
import { readAdmitted } from '../http/bodies/admitted.ts';
import type { Handler, HttpRequest, OtlpBody, Principal } from '../http/handler.ts';
import { type RequestContext, sentKey } from '../http/serve.ts';
import type { Serving } from '../http/serving.ts';
import type { CallEnd, WatchedCall } from './call-end.ts';
import { openMessage } from './message.ts';

/** What a method demands of a key, and the handler of the route over HTTP that does the same. */
export type GrpcMethod = { readonly route: Route; readonly handler: Handler<OtlpRouteName> };

export type GrpcCall = {
  readonly stream: ServerHttp2Stream;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  readonly watched: WatchedCall;
};

export type GrpcAnswer = {
  readonly message: Uint8Array;
  /** Where the log has what was sent. */
  readonly position: string | undefined;
};

/**
 * From the call to the message that answers it, in the order of a request over HTTP: principal, admission, body, handler.
 */
export async function serveCall(
  call: GrpcCall,
  { route, handler }: GrpcMethod,
  exchange: RequestContext,
  serving: Serving,
): Promise<GrpcAnswer> {
  const receivedAtMs = serving.clock();
  const { headers, address } = call;
  const sender = { key: sentKey(headers), address, origin: originOf(headers) };
  const identify = (): Promise<Principal> => serving.auth.principal(sender, route);
  const key = await identify();
  exchange.principal = key;
  const leave = serving.places.take({ organizationId: key.organizationId, keyId: key.keyId });
  try {
    const { body, release } = await readMessage(call, key, serving);
    try {
      const checkKey = async (): Promise<void> => void (await identify());
      const fields = { requestId: exchange.requestId, receivedAtMs, body, headers, key, address };
      const answer = await handler(
        new CalledRequest(call.watched.end, { ...fields, checkKey }) as never,
      );
      if (answer.outcome !== undefined) exchange.outcome = answer.outcome;
      const { 'X-Ingest-Position': position } = answer.headers ?? {};
      return { message: answer.body as Uint8Array, position: position?.toString() };
    } finally {
      release();
    }
  } finally {
    leave();
  }
}

async function readMessage(
  { stream, headers, watched: { end, arrived } }: GrpcCall,
  key: Principal,
  serving: Serving,
): Promise<{ readonly body: OtlpBody; readonly release: () => void }> {
  const encoding = headers['grpc-encoding'];
  const wire = await openMessage(stream, encoding === undefined ? encoding : String(encoding), end);
  const { otlpWireBytesMax: wireBytesMax, otlpBytesMax: bytesMax } = serving.limits;
  const sizes = { wireBytesMax, bytesMax };
  const admitting = { key, sizes, budget: 'telemetry', signal: () => end.signal } as const;
  const { body, release } = await readAdmitted(wire, admitting, serving);
  arrived();
  return { body: { format: 'protobuf', bytes: body.bytes, bodyBytes: body.wireBytes }, release };
}

/** Its signal is made only on use, by a getter of the class, as that of a request over HTTP. */
class CalledRequest {
  readonly #end: CallEnd;
  readonly params = undefined;
  readonly query = undefined;

  constructor(end: CallEnd, fields: Partial<HttpRequest<OtlpRouteName>>) {
    this.#end = end;
    Object.assign(this, fields);
  }

  get signal(): AbortSignal {
    return this.#end.signal;
  }
}
