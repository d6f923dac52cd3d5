import { jsonBytesOf } from '../bounds/json-bytes.ts';
import { limits } from '../config.ts';
import type { ReadResource } from './resources.ts';
import type { Lost } from './span-rows.ts';
import { spanOf } from './spans.ts';
import type { ReadSpan } from './trace-spans.ts';

/** One span in JSON, and what is not in it. */
export type Piece = { readonly json: Buffer; readonly lost: Lost };

/** What there is of a span in an answer. */
export type SpanForm = (span: ReturnType<typeof spanOf>) => unknown;

const whole: SpanForm = span => span;

/**
 * A span in at most so many bytes: whole, else without its lists and long texts; undefined when not
 * even that has room.
 */
export const pieceOf = (
  row: ReadSpan,
  resource: ReadResource,
  bytesMax: number,
  form?: SpanForm,
): Piece | undefined =>
  written(row, resource, bytesMax, form) ??
  written(bare(row, resource), bareResource(resource), bytesMax, form);

/** Undefined when it is too long. What surely is, is not written to find out. */
function written(
  row: ReadSpan,
  resource: ReadResource,
  bytesMax: number,
  form: SpanForm = whole,
): Piece | undefined {
  // Another form may leave out what is given twice.
  const writtenMax = form === whole ? bytesMax : bytesMax * 2;
  if (isSurelyLonger([...textsOf(row), ...textsOfResource(resource)], writtenMax)) return undefined;
  const json = Buffer.from(JSON.stringify(form(spanOf(row, resource))));
  if (json.length > bytesMax) return undefined;
  const { lost_values = 0, lost_events = 0, lost_links = 0 } = row;
  return { json, lost: { lost_values, lost_events, lost_links } };
}

function isSurelyLonger(texts: readonly string[], bytesMax: number): boolean {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  if (characters <= limits.traceCharactersWritten) return false;
  return texts.reduce((sum, text) => sum + jsonBytesOf(text), 0) > bytesMax;
}

// Attributes of a span and of its resource are given twice, plain and typed.
const textsOf = (row: ReadSpan): string[] => [
  row.status_message,
  row.trace_state,
  ...row.values,
  ...row.values,
  ...row.keys,
  ...row.keys,
  ...row.event_names,
  ...row.event_attributes,
  ...row.link_states,
  ...row.link_attributes,
];

const textsOfResource = ({ keys, values, scope_name: name }: ReadResource): string[] => [
  name,
  ...keys,
  ...keys,
  ...values,
  ...values,
];

function bare(row: ReadSpan, resource: ReadResource): ReadSpan {
  const { lost_values = 0, lost_events = 0, lost_links = 0 } = row;
  const texts = [row.status_message, row.trace_state];
  const shortened = texts.filter(text => text !== shortenedText(text)).length;
  return {
    ...row,
    status_message: shortenedText(row.status_message),
    trace_state: shortenedText(row.trace_state),
    keys: [],
    types: [],
    values: [],
    event_times: [],
    event_names: [],
    event_attributes: [],
    event_dropped: [],
    link_traces: [],
    link_spans: [],
    link_states: [],
    link_flags: [],
    link_attributes: [],
    link_dropped: [],
    lost_values: lost_values + row.keys.length + resource.keys.length + shortened,
    lost_events: lost_events + row.event_times.length,
    lost_links: lost_links + row.link_traces.length,
  };
}

const bareResource = (resource: ReadResource): ReadResource => ({
  ...resource,
  keys: [],
  types: [],
  values: [],
  scope_name: shortenedText(resource.scope_name),
  scope_version: shortenedText(resource.scope_version),
});

/** Half a pair at the end of the cut is no character. */
const shortenedText = (text: string): string =>
  text.length <= limits.traceTextCharactersShown
    ? text
    : `${text.slice(0, limits.traceTextCharactersShown).replace(/[\ud800-\udbff]$/, '')}… (${text.length} characters)`;
