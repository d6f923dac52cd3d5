import type { EventId } from '../../../../schemas/ids.ts';
import { type NoticeItem, subjectOf } from '../../../../schemas/notices/events.ts';
import { noticeItemsMax } from './limits.ts';
import type { Target } from './target.ts';

type Merged = {
  readonly items: readonly NoticeItem[];
  readonly heldBack: number;
  readonly overtakes: readonly EventId[];
};

/**
 * What a notice says when an older one, whose attempts failed, says something of the same: it takes the place of the older
 * one, and says the rest of that too. Else a receiver that was away would read of a failure after its recovery.
 */
export function withOvertaken(
  { open, held, heldBack }: Target,
  news: readonly NoticeItem[],
): Merged {
  const subjects = new Set(news.map(subjectOf));
  let merged: Merged = { items: news, heldBack, overtakes: [] };
  for (const { noticeId, data } of open.values()) {
    if (!data.items.some(item => subjects.has(subjectOf(item)))) continue;
    // What a silence holds now is told when that is over.
    const rest = data.items.filter(
      item => !subjects.has(subjectOf(item)) && !held.has(subjectOf(item)),
    );
    if (rest.length + merged.items.length > noticeItemsMax) continue;
    merged = {
      items: [...rest, ...merged.items],
      heldBack: merged.heldBack + data.heldBack,
      overtakes: [...merged.overtakes, noticeId],
    };
  }
  return merged;
}
