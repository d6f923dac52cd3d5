import type { IncomingMessage } from 'node:http';
import type { Route } from '../../../schemas/http/route.ts';
import type { OtlpFormat } from '../../../schemas/topics.ts';
import type { GzipBody, MultipartBody, OtlpBody, Principal } from '../handler.ts';
import type { HttpLimits } from '../limits.ts';
import { HttpProblem, invalidRequest, parseRequest } from '../problem.ts';
import { isProtobuf } from '../responses/response.ts';
import { type AdmittedOptions, type Admitting, type Read, readAdmitted } from './admitted.ts';
import type { Body, BodyReader } from './body.ts';
import { expectIdentity, hasBody, httpBody } from './http-body.ts';
import { parseJson } from './json.ts';

export type BodyOptions = AdmittedOptions & {
  /** Of routes without a key: their bodies must not take the memory of telemetry. */
  readonly keylessBodies: BodyReader;
  readonly limits: HttpLimits;
};

export type Held = { readonly value: unknown; readonly release: () => void };

/**
 * Throws 415 for JSON and for forms that their head rules out. Where no key is needed the type must be given: a page of
 * another site can send everything else without a preflight. And nothing is inflated there.
 */
export function expectBody(request: IncomingMessage, route: Route): void {
  const type = request.headers['content-type'];
  if (route.body === 'multipart') expectMultipart(type, route);
  if (route.body === 'form' && !formType.test(type ?? ''))
    throw unsupportedType('application/x-www-form-urlencoded', type ?? 'none');
  if (route.body === 'gzip' || route.body === 'form') expectIdentity(request);
  if (route.body === 'json' || route.body === 'json-bytes') expectJson(request, route);
}

function expectMultipart(type: string | undefined, { fileType }: Route): void {
  if (multipartType.test(type ?? '') || isFileType(type, fileType)) return;
  const expected = 'multipart/form-data with a boundary';
  throw unsupportedType(fileType ? `${expected}, or ${fileType}` : expected, type ?? 'none');
}

const isFileType = (type: string | undefined, fileType: string | undefined): boolean =>
  fileType !== undefined && type?.split(';', 1)[0]?.trim().toLowerCase() === fileType;

function expectJson(request: IncomingMessage, route: Route): void {
  const type = request.headers['content-type'];
  const isFit = isKeyless(route)
    ? plainJsonType.test(type ?? '')
    : type === undefined || jsonType.test(type) || !hasBody(request);
  if (!isFit) throw unsupportedType('application/json', type ?? 'none');
  if (isKeyless(route)) expectIdentity(request);
}

/**
 * The body as the route takes it; what it holds is released by the caller.
 *  signal  aborts when the client leaves
 */
export function readBody(
  request: IncomingMessage,
  route: Route,
  key: Principal | undefined,
  options: BodyOptions,
  signal: () => AbortSignal,
): Promise<Held> | Held {
  switch (route.body) {
    case 'none':
      return { value: undefined, release: () => undefined };
    case 'json':
      return readJson(request, { route, key, signal }, options);
    case 'form':
      return readForm(request, route, options);
    case 'json-bytes':
      return readJsonBytes(request, { route, key, signal }, options);
    case 'multipart':
      return readLong(
        request,
        { key, bytesMax: options.limits.multipartBytesMax, signal },
        options,
        multipartOf(request),
      );
    case 'gzip':
      return readLong(
        request,
        { key, bytesMax: options.limits.gzipBytesMax, signal },
        options,
        gzipOf,
      );
    case 'otlp':
      return readOtlp(request, key, options, signal);
  }
}

type Asking = Pick<Admitting, 'key' | 'signal'>;

async function readJson(
  request: IncomingMessage,
  { route, ...asking }: Asking & { readonly route: Route },
  options: BodyOptions,
): Promise<Held> {
  const { body, release } = await (isKeyless(route)
    ? readKeyless(request, options)
    : readShort(request, asking, options));
  try {
    const isExact = route.hasExactNumbers === true;
    const json = parseJson(body.bytes, { ...options.limits.json, isExact });
    return { value: route.request && parseRequest(route.request, json), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Of routes without a key. */
async function readForm(
  request: IncomingMessage,
  route: Route,
  options: BodyOptions,
): Promise<Held> {
  const { body, release } = await readKeyless(request, options);
  try {
    const fields = fieldsOf(body.bytes.toString());
    return { value: route.request && parseRequest(route.request, fields), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Throws 400 for a field that is there twice: it would be read in two ways. */
function fieldsOf(text: string): Readonly<Record<string, string>> {
  const fields = [...new URLSearchParams(text)];
  if (new Set(fields.map(([name]) => name)).size < fields.length)
    throw invalidRequest('expected each field once');
  return Object.fromEntries(fields);
}

async function readJsonBytes(
  request: IncomingMessage,
  { route, ...asking }: Asking & { readonly route: Route },
  options: BodyOptions,
): Promise<Held> {
  const { body, release } = await (isKeyless(route)
    ? readKeyless(request, options)
    : readShort(request, asking, options));
  return { value: body.bytes, release };
}

async function readKeyless(
  request: IncomingMessage,
  { keylessBodies, limits }: BodyOptions,
): Promise<Read> {
  const bytesMax = Math.min(limits.keylessBytesMax, limits.jsonBytesMax);
  const body = await keylessBodies.read(httpBody(request), { wireBytesMax: bytesMax, bytesMax });
  return { body, release: body.release };
}

function readShort(request: IncomingMessage, asking: Asking, options: BodyOptions): Promise<Read> {
  const { jsonBytesMax: bytesMax } = options.limits;
  const sizes = { wireBytesMax: bytesMax, bytesMax };
  return readAdmitted(httpBody(request), { ...asking, sizes, budget: 'requests' }, options);
}

async function readOtlp(
  request: IncomingMessage,
  key: Principal | undefined,
  options: BodyOptions,
  signal: () => AbortSignal,
): Promise<Held & { readonly value: OtlpBody }> {
  const type = request.headers['content-type'];
  const stated = type === undefined ? undefined : statedFormat(type);
  const { otlpWireBytesMax: wireBytesMax, otlpBytesMax: bytesMax } = options.limits;
  const sizes = { wireBytesMax, bytesMax };
  const admitting = { key, sizes, signal, budget: 'telemetry' } as const;
  const { body, release } = await readAdmitted(httpBody(request), admitting, options);
  try {
    const format = stated ?? guessedFormat(body);
    return { value: { format, bytes: body.bytes, bodyBytes: body.wireBytes }, release };
  } catch (error) {
    release();
    throw error;
  }
}

const multipartOf =
  (request: IncomingMessage) =>
  (bytes: Buffer): MultipartBody => ({
    bytes,
    contentType: request.headers['content-type'] ?? '',
  });

const gzipOf = (bytes: Buffer): GzipBody => ({ bytes });

/** A body that is taken as it was sent, and may be long. */
async function readLong(
  request: IncomingMessage,
  { bytesMax, ...asking }: Asking & { readonly bytesMax: number },
  options: BodyOptions,
  toValue: (bytes: Buffer) => MultipartBody | GzipBody,
): Promise<Held> {
  const sizes = { wireBytesMax: bytesMax, bytesMax };
  const admitting = { ...asking, sizes, budget: 'telemetry' } as const;
  const { body, release } = await readAdmitted(httpBody(request), admitting, options);
  return { value: toValue(body.bytes), release };
}

const isKeyless = ({ keys }: Route): boolean => keys === 'none';

const plainJsonType = /^application\/json\s*(?:;|$)/iu;
const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/iu;
const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/iu;
const multipartType = /^multipart\/form-data\s*;.*boundary=/iu;
const otlpTypes = 'application/json or application/x-protobuf';

function statedFormat(type: string): OtlpFormat {
  if (isProtobuf(type)) return 'protobuf';
  if (jsonType.test(type)) return 'json';
  throw unsupportedType(otlpTypes, type);
}

/** Without a content type, only JSON can be recognised: by its first brace. */
function guessedFormat(body: Body): OtlpFormat {
  const start = body.bytes.subarray(0, 64).toString('latin1').trimStart();
  if (start.startsWith('{')) return 'json';
  throw unsupportedType(otlpTypes, 'none');
}

const unsupportedType = (expected: string, found: string): HttpProblem =>
  new HttpProblem({
    status: 415,
    code: 'unsupported_media_type',
    message: `expected content type ${expected}, found ${found.slice(0, 100)}`,
  });
