import { useRead } from '../../data/use-read.ts';
import { usePageSearch } from '../../page-search.ts';
import { useTime } from '../../time/use-time.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { wholeText } from '../../ui/figures.ts';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { deliveriesThen } from './deliveries-then.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { statuses } from './delivery-words.ts';
import styles from './webhook.module.css';

/** Of a page, among which the status filter looks. */
const limit = 200;

/** What was sent in the last 30 days, and what became of it; the newest first. */
export function Deliveries({ id }: { readonly id: string }) {
  const { asOf } = useTime();
  const [{ status = '', before }, change] = usePageSearch('status', 'before');
  const reading = useRead('listWebhookDeliveries', {
    params: { id },
    query: { limit, before },
    everyMs: 5_000,
  });
  const body = reading.data?.body;
  const all = deliveriesThen(body?.deliveries ?? [], asOf);
  const shown = status === '' ? all : all.filter(each => each.status === status);
  return (
    <ReadPanel
      title="Deliveries"
      reading={reading}
      height={360}
      aside={status !== '' && `${wholeText(shown.length)} of ${wholeText(all.length)}`}
    >
      {() => (
        <div className={styles.form}>
          <Choice
            label="Status"
            value={status}
            options={statuses}
            onChoose={next => change({ status: next })}
          />
          {shown.length === 0 ? (
            <Empty title="No delivery">
              {status === ''
                ? 'Send a test, or wait for an event.'
                : 'Choose another status, or look at earlier deliveries.'}
            </Empty>
          ) : (
            <DeliveryTable deliveries={shown} />
          )}
          <Turn
            isLatest={before === undefined}
            last={body?.next_cursor === null ? undefined : body?.deliveries.at(-1)?.sequence}
            turn={next => change({ before: next })}
          />
        </div>
      )}
    </ReadPanel>
  );
}

type TurnProps = {
  readonly isLatest: boolean;
  /** Sequence number of the last delivery, if there are earlier ones. */
  readonly last: number | undefined;
  readonly turn: (before: string | undefined) => void;
};

function Turn({ isLatest, last, turn }: TurnProps) {
  if (isLatest && last === undefined) return null;
  return (
    <nav aria-label="Pages of deliveries">
      <Button
        disabledBecause={isLatest ? 'These are the latest' : undefined}
        onClick={() => turn(undefined)}
      >
        Latest
      </Button>{' '}
      <Button
        disabledBecause={last === undefined ? 'These are the earliest' : undefined}
        onClick={() => turn(String(last))}
      >
        Earlier
      </Button>
    </nav>
  );
}
