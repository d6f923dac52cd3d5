import { z } from 'zod';
import { attributesOf, type ForeignSpan, nanosOf } from './otlp-json.ts';

const text = z.string().nullish();

/** What the error hook of a Next.js server sends: one error while answering one request. */
const shape = z.object({
  error: z.object({ message: text, stack: text, digest: text, name: text }),
  request: z.object({ path: text, method: text }).nullish(),
  context: z.object({ routerKind: text, routePath: text, routeType: text }).nullish(),
  release: text,
  environment: text,
  timestamp: z.number().nullish(),
});

export function nextError(
  given: unknown,
  context: {
    readonly serviceName: string;
    readonly receivedAtMs: number;
    /** 64 hexadecimal digits, equal for equal bodies. */
    readonly digest: string;
  },
): ForeignSpan | undefined {
  const { success, data } = shape.safeParse(given);
  if (!success) return undefined;
  const { error, request, context: route } = data;
  const at = nanosOf(data.timestamp ?? context.receivedAtMs);
  const exception = {
    'exception.type': error.name ?? typeIn(error.stack),
    'exception.message': error.message,
    'exception.stacktrace': error.stack,
  };
  return {
    scope: 'next',
    resource: attributesOf({
      'service.name': context.serviceName,
      'service.version': data.release,
      'deployment.environment': data.environment,
    }),
    span: {
      traceId: context.digest.slice(0, 32),
      spanId: context.digest.slice(32, 48),
      name: `Exception: ${exception['exception.type']}`,
      kind: 'SPAN_KIND_INTERNAL',
      startTimeUnixNano: at,
      endTimeUnixNano: at,
      attributes: attributesOf({
        'http.request.method': request?.method,
        'url.path': request?.path,
        'http.route': route?.routePath,
        'next.router_kind': route?.routerKind,
        'next.route_type': route?.routeType,
        'error.digest': error.digest,
      }),
      events: [{ name: 'exception', timeUnixNano: at, attributes: attributesOf(exception) }],
      status: { code: 'STATUS_CODE_ERROR', message: error.message ?? '' },
    },
  };
}

/** A stack begins with the name of the error. */
const typeIn = (stack: string | null | undefined): string =>
  /^([A-Za-z_$][\w$]*)(?::|$)/mu.exec(stack ?? '')?.[1] ?? 'Error';
