import { useState } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useAct, useReadOnlyReason } from '../../data/act.ts';
import type { ApiProblem } from '../../data/problem.ts';
import { instantOfInput } from '../../time/local-input.ts';
import { useTime } from '../../time/use-time.ts';
import { useZone } from '../../time/zone.ts';
import { Button } from '../../ui/button.tsx';
import { wholeText } from '../../ui/figures.ts';
import { Form } from '../../ui/form.tsx';
import { Beside } from '../../ui/form-fields.tsx';
import { InstantField } from '../../ui/instant-field.tsx';
import { LayerButton } from '../../ui/layer-button.tsx';
import { Failure } from '../../ui/states.tsx';
import { chosenEvents, EventTicks } from '../webhooks/event-ticks.tsx';
import type { WebhookBody } from '../webhooks/state.tsx';
import styles from './webhook.module.css';

type ReplayProps = { readonly webhook: WebhookBody };
type Answer = ResponseOf<'replayWebhook'>;

/** Sends the events of a range again, after it has said how many they are. */
export const Replay = ({ webhook }: ReplayProps) => (
  <LayerButton text="Replay events" disabledBecause={useReadOnlyReason()}>
    {() => <Range webhook={webhook} />}
  </LayerButton>
);

const minuteMs = 60_000;

function Range({ webhook }: ReplayProps) {
  const zone = useZone();
  const { fromMs, toMs } = useTime();
  const look = useAct('replayWebhook');
  const [found, setFound] = useState<{ body: Readonly<Record<string, unknown>>; answer: Answer }>();
  return (
    <div className={styles.form}>
      <Form
        text="Count the events"
        submit={async texts => {
          const body = {
            from: instantOfInput(texts.from ?? '', zone),
            to: instantOfInput(texts.to ?? '', zone),
            events: chosenEvents(texts),
          };
          const asked = { params: { id: webhook.id }, body: { ...body, dry_run: true } };
          setFound({ body, answer: await look.pressEach(asked) });
        }}
      >
        <Beside>
          <InstantField label="From" name="from" required presetMs={fromMs} />
          <InstantField label="To" name="to" required presetMs={toMs + minuteMs} />
        </Beside>
        <EventTicks label="Events" chosen={webhook.events} />
      </Form>
      {found !== undefined && (
        <Sending key={JSON.stringify(found.body)} webhook={webhook} {...found} />
      )}
    </div>
  );
}

type SendingProps = ReplayProps & {
  readonly body: Readonly<Record<string, unknown>>;
  readonly answer: Answer;
};

function Sending({ webhook, body, answer: { count } }: SendingProps) {
  const replay = useAct('replayWebhook');
  const events = count === 1 ? '1 event' : `${wholeText(count)} events`;
  const sent = replay.data?.count;
  return (
    <section className={styles.form} aria-label="Result of the dry run">
      <p role="status">
        {sent === undefined
          ? `${events} would be sent to this webhook. Nothing was sent yet.`
          : `${wholeText(sent)} sent again. The deliveries show what came of it.`}
      </p>
      {replay.error !== null && (
        <Failure problem={replay.error as ApiProblem} retry={replay.again} />
      )}
      {count > 0 && sent === undefined && (
        <div>
          <Button
            look="primary"
            aria-busy={replay.isPending}
            disabledBecause={replay.isPending ? 'It is being done.' : undefined}
            onClick={() => replay.press({ params: { id: webhook.id }, body })}
          >
            Send {events}
          </Button>
        </div>
      )}
    </section>
  );
}
