import type { Model } from './model.ts';

/** What a link calls a span: its id, and a number when it is not the first one of it. */
export function keyOfSpan({ outline, layout }: Model, span: number): string {
  const id = outline.columns.span_id[span] ?? '';
  const nth = layout.nth[span] ?? 0;
  return nth === 0 ? id : `${id}~${nth + 1}`;
}

/** The span that a link names; -1 when it is not here. */
export function spanOfKey({ outline, layout }: Model, key: string): number {
  const { span_id: ids } = outline.columns;
  const [id = '', number = '1'] = key.split('~');
  const nth = Number(number) - 1;
  let span = ids.indexOf(id);
  while (span >= 0 && layout.nth[span] !== nth) span = ids.indexOf(id, span + 1);
  return span;
}

/** The spans that have one of the keys, in one pass however many keys there are. */
export function spansOfKeys(model: Model, keys: ReadonlySet<string>): ReadonlySet<number> {
  const found = new Set<number>();
  if (keys.size === 0) return found;
  for (let span = 0; span < model.layout.count; span++)
    if (keys.has(keyOfSpan(model, span))) found.add(span);
  return found;
}
