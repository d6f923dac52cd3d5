import type { Json } from '../../schemas/json.ts';
import { type ReplaySettings, replaySettingDefaults } from '../../schemas/replays/settings.ts';
import { maskEvents } from '../../services/ingest-api/replays/masking/mask-events.ts';
import { maskingOf } from '../../services/ingest-api/replays/masking/rules.ts';

export type RecordedNode = { readonly [name: string]: Json };
export type RecordedEvent = { readonly [name: string]: Json };

type Attributes = { readonly [name: string]: Json };

/** Ids as rrweb gives them: the next one for each node. */
export function openIds(): () => number {
  let id = 0;
  return () => ++id;
}

export const text = (id: number, textContent: string): RecordedNode => ({
  type: 3,
  textContent,
  id,
});

export const element = (
  id: number,
  tagName: string,
  attributes: Attributes = {},
  childNodes: readonly RecordedNode[] = [],
): RecordedNode => ({ type: 2, tagName, attributes, childNodes, id });

export const page = (...childNodes: readonly RecordedNode[]): RecordedEvent => ({
  type: 2,
  data: {
    node: { type: 0, childNodes, id: 1_000_000 },
    initialOffset: { left: 0, top: 0 },
  },
  timestamp: 1,
});

type Mutation = {
  readonly adds?: readonly { readonly parentId: number; readonly node: RecordedNode }[];
  readonly texts?: readonly { readonly id: number; readonly value: string }[];
  readonly attributes?: readonly { readonly id: number; readonly attributes: Attributes }[];
};

export const mutation = ({ adds = [], texts = [], attributes = [] }: Mutation): RecordedEvent => ({
  type: 3,
  data: {
    source: 0,
    texts,
    attributes,
    removes: [],
    adds: adds.map(({ parentId, node }) => ({ parentId, nextId: null, node })),
  },
  timestamp: 2,
});

export const input = (id: number, typed: string): RecordedEvent => ({
  type: 3,
  data: { source: 5, text: typed, isChecked: false, id },
  timestamp: 3,
});

export const custom = (tag: string, payload: Json): RecordedEvent => ({
  type: 5,
  data: { tag, payload },
  timestamp: 4,
});

/** The events as they are stored; the same text where nothing is masked. */
export function maskedText(events: string, settings: Partial<ReplaySettings> = {}): string {
  const rules = maskingOf({ ...replaySettingDefaults, ...settings });
  return maskEvents(Buffer.from(events), rules)?.toString() ?? events;
}

export const masked = (
  events: readonly RecordedEvent[],
  settings: Partial<ReplaySettings> = {},
): RecordedEvent[] => JSON.parse(maskedText(JSON.stringify(events), settings)) as RecordedEvent[];
