import { useState } from 'react';
import { useRead } from '../../data/use-read.ts';
import { windowOf } from '../../time/time-search.ts';
import { countText } from '../../ui/figures.ts';
import type { Suggestion } from '../../ui/suggest-field.tsx';
import type { HeldSpan } from './held-span.ts';
import { useSettled } from './use-settled.ts';

const shownMax = 50;

/** Suggestions, and how a field says that it wants them. */
type Suggesting = { readonly suggestions: readonly Suggestion[]; readonly onOpen: () => void };

function useWanted(): readonly [boolean, () => void] {
  const [isWanted, want] = useState(false);
  return [isWanted, () => want(true)];
}

/** Those that contain what was typed; all when it is one of them, as then another may be looked for. */
function matching(all: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const text = typed.trim().toLowerCase();
  const isOne = all.some(each => each.text === typed);
  return all.filter(each => isOne || each.text.toLowerCase().includes(text)).slice(0, shownMax);
}

export function useServices({ from, to }: HeldSpan, typed: string): Suggesting {
  const [isWanted, onOpen] = useWanted();
  const { data } = useRead('listServices', { query: { from, to }, isWanted });
  const services = (data?.body.services ?? []).map(({ name, request_count }) => ({
    text: name,
    about: countText(request_count),
  }));
  return { suggestions: matching(services, typed), onOpen };
}

/** Operations of the service that is filtered by; of all services nothing lists them. */
export function useOperations(
  span: HeldSpan,
  service: string | undefined,
  typed: string,
): Suggesting {
  const [isWanted, onOpen] = useWanted();
  const { data } = useRead('serviceDetail', {
    params: { name: service ?? '' },
    query: { window: windowOf(span) },
    isWanted: isWanted && service !== undefined,
  });
  const operations = (data?.body.operations ?? []).map(({ operation_name, spans }) => ({
    text: operation_name,
    about: countText(spans.count),
  }));
  return { suggestions: matching(operations, typed), onOpen };
}

type AttributesOf = {
  readonly service: string | undefined;
  /** Values of this one; names when absent. */
  readonly key?: string;
};

/** Names or values of attributes, the most frequent first. */
export function useAttributes(
  { from, to }: HeldSpan,
  { service, key }: AttributesOf,
  typed: string,
): Suggesting {
  const [isWanted, onOpen] = useWanted();
  const prefix = useSettled(typed);
  const { data } = useRead('listAttributes', {
    query: { from, to, service, key, prefix, limit: shownMax },
    isWanted: isWanted && key !== '',
  });
  const body = data?.body;
  const isOfKey = body !== undefined && (body.key ?? undefined) === key;
  const items = isOfKey ? body.items : [];
  return {
    suggestions: items.map(({ text, spans }) => ({ text, about: countText(spans) })),
    onOpen,
  };
}
