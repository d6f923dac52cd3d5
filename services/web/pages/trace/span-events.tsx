import { useState } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { Button } from '../../ui/button.tsx';
import { wholeText } from '../../ui/figures.ts';
import { SpanEvent } from './span-event.tsx';

type SpanEventsProps = { readonly span: ResponseOf<'getTraceSpan'>['spans'][number] };

const shownMax = 20;

/** What happened in a span, the first of it at first. */
export function SpanEvents({ span: { events, start_time_unix_nano: start } }: SpanEventsProps) {
  const [areAll, setAll] = useState(false);
  if (events.length === 0) return null;
  return (
    <>
      <h3>Events</h3>
      {events.slice(0, areAll ? events.length : shownMax).map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events have no id, and their order is theirs.
        <SpanEvent key={index} event={event} spanStartNano={start} />
      ))}
      {events.length > shownMax && !areAll && (
        <Button onClick={() => setAll(true)}>Show all {wholeText(events.length)} events</Button>
      )}
    </>
  );
}
