import type { WebhookEventType } from '../../../../schemas/webhooks/event-types.ts';
import { Tick, Ticks } from '../../ui/form-fields.tsx';
import { Muted } from '../../ui/text.tsx';
import type { Texts } from '../../ui/use-form.ts';
import { eventNames, eventTypes } from './event-types.ts';

type EventTicksProps = { readonly label: string; readonly chosen: readonly WebhookEventType[] };

/** Types of events in a form; `chosenEvents` reads them. */
export const EventTicks = ({ label, chosen }: EventTicksProps) => (
  <Ticks label={label}>
    {eventNames.map(each => (
      <Tick key={each} name={each} defaultChecked={chosen.includes(each)}>
        <code>{each}</code> <Muted>{eventTypes[each]}</Muted>
      </Tick>
    ))}
  </Ticks>
);

export const chosenEvents = (texts: Texts): readonly WebhookEventType[] =>
  eventNames.filter(each => texts[each] !== undefined);
