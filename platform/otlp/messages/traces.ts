import { keyValue } from './attributes.ts';
import { enumeration, message, messages, scalar, table } from './message.ts';
import { resource, scope } from './resources.ts';

const numbered = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.map((name, value) => [name, value]));

export const spanKinds = numbered([
  'UNSPECIFIED',
  'INTERNAL',
  'SERVER',
  'CLIENT',
  'PRODUCER',
  'CONSUMER',
]);
export const statusCodes = numbered(['UNSET', 'OK', 'ERROR']);

export const event = table([
  scalar('timeUnixNano', 1, 'fixed64'),
  scalar('name', 2, 'text'),
  messages('attributes', 3, () => keyValue),
  scalar('droppedAttributesCount', 4, 'uint32'),
]);

export const link = table([
  scalar('traceId', 1, 'id'),
  scalar('spanId', 2, 'id'),
  scalar('traceState', 3, 'text'),
  messages('attributes', 4, () => keyValue),
  scalar('droppedAttributesCount', 5, 'uint32'),
  scalar('flags', 6, 'flags'),
]);

/** Field 1 was the code of early versions; it is passed over. */
export const status = table([scalar('message', 2, 'text'), enumeration('code', 3, statusCodes)], {
  first: 2,
});

export const span = table([
  scalar('traceId', 1, 'id'),
  scalar('spanId', 2, 'id'),
  scalar('traceState', 3, 'text'),
  scalar('parentSpanId', 4, 'id'),
  scalar('name', 5, 'text'),
  enumeration('kind', 6, spanKinds),
  scalar('startTimeUnixNano', 7, 'fixed64'),
  scalar('endTimeUnixNano', 8, 'fixed64'),
  messages('attributes', 9, () => keyValue),
  scalar('droppedAttributesCount', 10, 'uint32'),
  messages('events', 11, () => event),
  scalar('droppedEventsCount', 12, 'uint32'),
  messages('links', 13, () => link),
  scalar('droppedLinksCount', 14, 'uint32'),
  message('status', 15, () => status),
  scalar('flags', 16, 'flags'),
]);

export const scopeSpans = table([
  message('scope', 1, () => scope),
  message('spans', 2, () => span, 'items'),
  scalar('schemaUrl', 3, 'text'),
]);

export const resourceSpans = table([
  message('resource', 1, () => resource),
  messages('scopeSpans', 2, () => scopeSpans),
  scalar('schemaUrl', 3, 'text'),
]);

/** ExportTraceServiceRequest. */
export const traceRequest = table([messages('resourceSpans', 1, () => resourceSpans)]);
