import { z } from 'zod';
import { attributesOf, type ForeignSpan, nanosOf } from './otlp-json.ts';

const map = z.record(z.string(), z.unknown()).nullish();
const uuid = z.string().regex(/^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/iu);

/** The one span that a command line sends to see whether spans arrive. */
const shape = z.object({
  trace_id: uuid,
  span_id: uuid,
  name: z.string(),
  kind: z.string().optional(),
  timestamp: z.number(),
  duration: z.number().nonnegative().optional(),
  service: z.object({ name: z.string().optional(), version: z.string().optional() }).nullish(),
  resource: map,
  attributes: map,
  events: z
    .array(z.object({ name: z.string(), timestamp: z.number().optional(), attributes: map }))
    .nullish(),
  status: z.object({ code: z.string().optional(), message: z.string().optional() }).nullish(),
});

const kinds = new Set(['internal', 'server', 'client', 'producer', 'consumer']);

export function commandLineSpan(
  given: unknown,
  { serviceName }: { readonly serviceName: string },
): ForeignSpan | undefined {
  const { success, data } = shape.safeParse(given);
  if (!success) return undefined;
  const { service, resource, timestamp } = data;
  const kind = data.kind?.toLowerCase() ?? 'internal';
  return {
    scope: 'command-line',
    resource: attributesOf({
      ...resource,
      'service.name': service?.name ?? serviceName,
      'service.version': service?.version,
    }),
    span: {
      traceId: hex(data.trace_id),
      // A span id has eight bytes: the first half of what was meant for one.
      spanId: hex(data.span_id).slice(0, 16),
      name: data.name,
      kind: `SPAN_KIND_${kinds.has(kind) ? kind.toUpperCase() : 'INTERNAL'}`,
      startTimeUnixNano: nanosOf(timestamp),
      endTimeUnixNano: nanosOf(timestamp + (data.duration ?? 0)),
      attributes: attributesOf(data.attributes ?? {}),
      events: (data.events ?? []).map(event => ({
        name: event.name,
        timeUnixNano: nanosOf(event.timestamp ?? timestamp),
        attributes: attributesOf(event.attributes ?? {}),
      })),
      status: statusOf(data.status ?? {}),
    },
  };
}

const hex = (id: string): string => id.replaceAll('-', '').toLowerCase();

const statusOf = ({
  code,
  message,
}: {
  code?: string | undefined;
  message?: string | undefined;
}) => {
  const name = code?.toUpperCase();
  return {
    code: `STATUS_CODE_${name === 'OK' || name === 'ERROR' ? name : 'UNSET'}`,
    ...(message !== undefined && { message }),
  };
};
