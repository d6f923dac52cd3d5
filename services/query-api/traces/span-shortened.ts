import { attributeTypes } from '../../../platform/otlp/attribute-types.ts';
import { shortenedSql } from '../bounds/fitting.ts';
import { mendedList } from '../bounds/shortened-list.ts';
import { limits } from '../config.ts';
import type { Lost, SpanRow } from './span-rows.ts';

/** The parts of a statement: what stands before its SELECT, and its columns. */
export type Shortened = { readonly aliases: string; readonly columns: string };

/** Of the bytes of a row, what its parts may take, and of these the longest text. */
const share = {
  text: 1 / 32,
  attributes: 1 / 2,
  events: 5 / 16,
  links: 1 / 16,
  resourceText: 1 / 8,
} as const;
const longest = { key: 1 / 16, value: 1 / 4, name: 1 / 16, list: 1 / 4 } as const;
/** What is counted for an item of a list besides its texts. */
const itemBytes = 64;

/** What there is besides of an event or a link: how many attributes it has where its text breaks off, else 0. */
export type BrokenOff = {
  readonly event_cut: readonly number[];
  readonly link_cut: readonly number[];
};

/**
 * A `SpanRow` whose texts have no more than about so many bytes, and what is `Lost` by that; `mended` makes a
 * span of it again. What is short stays as it is, and of lists the first items stay.
 */
export function shortenedSpan(bytesMax: number): Shortened {
  const attributes = shortenedAttributes(Math.floor(bytesMax * share.attributes));
  const events = shortenedNested('events', 'name', Math.floor(bytesMax * share.events));
  const links = shortenedNested('links', 'trace_state', Math.floor(bytesMax * share.links));
  const text = (name: string): string =>
    `${shortened(`toString(spans.${name})`, bytesMax * share.text)} AS ${name}`;
  return {
    aliases: `WITH ${[attributes, events, links].map(({ aliases }) => aliases).join(',\n')}`,
    columns: `
  spans.trace_id AS trace_id, spans.span_id AS span_id, spans.parent_span_id AS parent_span_id,
  toString(spans.service) AS service, ${text('name')}, kind, spans.start AS start,
  spans.duration AS duration, status, ${text('status_message')}, ${text('trace_state')}, flags,
  spans.resource AS resource, ${attributes.columns}, dropped_attributes,
  ${events.first('time')} AS event_times, ${events.names} AS event_names,
  ${events.texts} AS event_attributes, ${events.cut} AS event_cut, ${events.first('dropped_attributes')} AS event_dropped,
  dropped_events, ${links.first('trace_id')} AS link_traces, ${links.first('span_id')} AS link_spans,
  ${links.names} AS link_states, ${links.first('flags')} AS link_flags,
  ${links.texts} AS link_attributes, ${links.cut} AS link_cut, ${links.first('dropped_attributes')} AS link_dropped,
  dropped_links, toUInt32(${attributes.lost} + ${events.lost} + ${links.lost}) AS lost_values,
  toUInt32(length(events.time) - events_kept) AS lost_events,
  toUInt32(length(links.flags) - links_kept) AS lost_links`,
  };
}

/** A `SpanRow` without all that may be long, which the warehouse then does not read; and what is `Lost` by that. */
export const bareSpan: Shortened = {
  aliases: '',
  columns: `
  spans.trace_id AS trace_id, spans.span_id AS span_id, spans.parent_span_id AS parent_span_id,
  spans.service AS service, ${beginningOf('spans.name')} AS name, kind, spans.start AS start,
  spans.duration AS duration, status, '' AS status_message, '' AS trace_state, flags,
  spans.resource AS resource, [] AS keys, [] AS types, [] AS values, dropped_attributes,
  [] AS event_times, [] AS event_names, [] AS event_attributes, [] AS event_dropped, dropped_events,
  [] AS link_traces, [] AS link_spans, [] AS link_states, [] AS link_flags, [] AS link_attributes,
  [] AS link_dropped, dropped_links, [] AS event_cut, [] AS link_cut,
  toUInt32(length(attributes.type)) AS lost_values, toUInt32(length(events.time)) AS lost_events,
  toUInt32(length(links.flags)) AS lost_links`,
};

/** The same for a `ResourceRow`, with its `lost_values`. Less than half of the bytes is for what names its scope. */
export function shortenedResource(bytesMax: number): Shortened {
  const { aliases, columns, lost } = shortenedAttributes(Math.floor(bytesMax * share.attributes));
  const text = (name: string): string =>
    `${shortened(`resources.${name}`, bytesMax * share.resourceText)} AS ${name}`;
  return {
    aliases: `WITH ${aliases}`,
    columns: `resources.fingerprint AS fingerprint, ${columns}, ${text('scope_name')},
  ${text('scope_version')}, toUInt32(${lost}) AS lost_values`,
  };
}

/** A `ResourceRow` of nothing, and how many attributes it has. */
export const bareResource: Shortened = {
  aliases: '',
  columns: `resources.fingerprint AS fingerprint, [] AS keys, [] AS types, [] AS values,
  '' AS scope_name, '' AS scope_version, toUInt32(length(attributes.type)) AS lost_values`,
};

/** The columns `keys`, `types` and `values`. A value that is shortened becomes a text. */
function shortenedAttributes(bytesMax: number): Shortened & { readonly lost: string } {
  const key = Math.floor(bytesMax * longest.key);
  const value = Math.floor(bytesMax * longest.value);
  const first = (list: string): string => `arraySlice(${list}, 1, attributes_kept)`;
  return {
    aliases: `CAST(attributes.key, 'Array(String)') AS all_keys,
  ${keptOf(
    `arrayMap((k, v) -> least(length(k), ${key}) + least(length(v), ${value}), all_keys, attributes.value)`,
    bytesMax,
  )} AS attributes_kept`,
    columns: `arrayMap(k -> ${shortened('k', key)}, ${first('all_keys')}) AS keys,
  arrayMap((t, v) -> if(length(v) <= ${value}, t, ${attributeTypes.string}),
    ${first('attributes.type')}, ${first('attributes.value')}) AS types,
  arrayMap(v -> ${shortened('v', value)}, ${first('attributes.value')}) AS values`,
    lost: `(length(all_keys) - attributes_kept + arrayCount((k, v) -> length(k) > ${key} OR length(v) > ${value},
    ${first('all_keys')}, ${first('attributes.value')}))`,
  };
}

/**
 * Lists of items that each have a name and attributes as the text of a list. Of a long one there is the
 * beginning, for `mendedList`, and how many attributes it has.
 */
function shortenedNested(list: 'events' | 'links', name: string, bytesMax: number) {
  const nameMax = Math.floor(bytesMax * longest.name);
  const textMax = Math.floor(bytesMax * longest.list);
  const first = (column: string): string => `arraySlice(${list}.${column}, 1, ${list}_kept)`;
  const sizes = `arrayMap((n, t) -> least(length(n), ${nameMax}) + least(length(t), ${textMax}),
    ${list}.${name}, ${list}.attributes)`;
  return {
    first,
    aliases: `${keptOf(sizes, bytesMax)} AS ${list}_kept`,
    names: `arrayMap(n -> ${shortened('toString(n)', nameMax)}, ${first(name)})`,
    texts: `arrayMap(t -> substring(t, 1, ${textMax}), ${first('attributes')})`,
    cut: `arrayMap(t -> if(length(t) <= ${textMax}, 0, toUInt32(JSONLength(t))), ${first('attributes')})`,
    lost: `arrayCount(n -> length(n) > ${nameMax}, ${first(name)})`,
  };
}

/** How many of the first items of a list have no more bytes together. */
const keptOf = (sizes: string, bytesMax: number): string =>
  `arrayCount(s -> s <= ${bytesMax}, arrayCumSum(arrayMap(size -> size + ${itemBytes}, ${sizes})))`;

/** Made of each different text once, however many rows have it: none of it is made of the whole of a long one. */
function beginningOf(text: string): string {
  const shown = limits.traceTextCharactersShown;
  return `concat(substringUTF8(${text}, 1, ${shown}), if(lengthUTF8(${text}) > ${shown}, '…', ''))`;
}

/** A character has at most four bytes. */
const shortened = (text: string, bytesMax: number): string =>
  shortenedSql(text, Math.floor(bytesMax), Math.floor(bytesMax / 4));

/** A row with the texts of its events and links whole again, and what they lost counted; one that is whole as it is. */
export function mended(row: SpanRow & Partial<Lost & BrokenOff>): SpanRow & Partial<Lost> {
  const { event_cut: ofEvents, link_cut: ofLinks, lost_values: lost = 0 } = row;
  if (ofEvents === undefined || ofLinks === undefined) return row;
  const events = mendedLists(row.event_attributes, ofEvents);
  const links = mendedLists(row.link_attributes, ofLinks);
  return {
    ...row,
    event_attributes: events.texts,
    link_attributes: links.texts,
    lost_values: lost + events.lost + links.lost,
  };
}

function mendedLists(texts: readonly string[], cut: readonly number[]) {
  let lost = 0;
  const whole = texts.map((text, index) => {
    const items = cut[index] ?? 0;
    if (items === 0) return text;
    const { text: mendedText, wholeItems } = mendedList(text);
    lost += items - wholeItems;
    return mendedText;
  });
  return { texts: whole, lost };
}
