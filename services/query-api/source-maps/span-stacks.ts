import { attributeTextToJson } from '../../../platform/otlp/attributes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { ResourceRow, SpanRow } from '../traces/span-rows.ts';
import { symbolicationLimits as limits } from './config.ts';
import type { RawStack, Symbolicate, Symbolicated } from './symbolicate.ts';

const stackAttribute = 'exception.stacktrace';
/** Of the span, or of its event: the debug id of the code that threw. */
const debugIdAttribute = 'tracekit.debug_id';
const releaseAttribute = 'service.version';

/** The stacks of the events of a span, by the place of the event. */
export type EventStacks = ReadonlyMap<number, Symbolicated>;

type Attributes = Pick<SpanRow, 'keys' | 'values'>;

/** The stack traces of exceptions in spans, with the places in the sources. */
export async function spanStacks<Row extends SpanRow>(
  organizationId: OrganizationId,
  rows: readonly Row[],
  resources: ReadonlyMap<string, ResourceRow>,
  { symbolicate, signal }: { readonly symbolicate: Symbolicate; readonly signal: AbortSignal },
): Promise<ReadonlyMap<Row, EventStacks>> {
  const found: { row: Row; event: number; raw: RawStack }[] = [];
  for (const row of rows) {
    if (found.length >= limits.stacksMax) break;
    const resource = resources.get(row.resource);
    for (const { event, stack, debugId } of stacksOf(row)) {
      const own = { organizationId, ...(debugId !== undefined && { debugId }) };
      const release = resource && attributeOf(resource, releaseAttribute);
      const origin = { ...own, ...(release !== undefined && { release }) };
      found.push({ row, event, raw: { stack, origin } });
    }
  }
  const stacks = new Map<Row, Map<number, Symbolicated>>();
  if (found.length === 0) return stacks;
  const symbolicated = await symbolicate(
    found.map(({ raw }) => raw),
    signal,
  );
  found.forEach(({ row, event }, index) => {
    const stack = symbolicated[index];
    if (stack === undefined) return;
    stacks.set(row, (stacks.get(row) ?? new Map()).set(event, stack));
  });
  return stacks;
}

function* stacksOf(row: SpanRow) {
  for (const [event, text] of row.event_attributes.entries()) {
    // Most events are no exceptions: their attributes are not parsed.
    if (!text.includes(stackAttribute)) continue;
    const attributes = attributeTextToJson(text);
    const stack = attributes[stackAttribute];
    if (typeof stack !== 'string') continue;
    const own = attributes[debugIdAttribute];
    const debugId = typeof own === 'string' ? own : attributeOf(row, debugIdAttribute);
    yield { event, stack, debugId };
  }
}

const attributeOf = ({ keys, values }: Attributes, key: string): string | undefined => {
  const at = keys.indexOf(key);
  return at === -1 ? undefined : values[at];
};
