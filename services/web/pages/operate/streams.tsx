import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useOperatorRead } from '../../data/operator.ts';
import { pageOf } from '../../page-of.ts';
import { usePageSearch } from '../../page-search.ts';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Pages } from '../../ui/pages.tsx';
import { Panel, ReadPanel } from '../../ui/panel.tsx';
import { Foreign } from '../../ui/text.tsx';
import { OperatePage } from './operate-page.tsx';
import { StreamEvent } from './stream-event.tsx';

const limit = 50;

/** What happened to one thing, who did it, and what was it after each event? */
export const Streams = () => (
  <OperatePage title="Streams">
    <Stream />
  </OperatePage>
);

function Stream() {
  const [{ stream }, change] = usePageSearch('stream', 'page');
  return (
    <>
      <Panel title="Stream">
        <Form
          key={stream}
          text="Show its events"
          submit={async ({ name = '' }) => change({ stream: name, page: '' })}
        >
          <Field
            label="Name"
            name="name"
            required
            defaultValue={stream}
            hint="Such as organization-<id>, alert-rule-<id> or session-<id>"
          />
        </Form>
      </Panel>
      {stream !== undefined && <Events stream={stream} />}
    </>
  );
}

function Events({ stream }: { readonly stream: string }) {
  const [{ page: printed }] = usePageSearch('page');
  const first = (pageOf(printed) - 1) * limit;
  const reading = useOperatorRead('adminHistory', { params: { stream } });
  return (
    <ReadPanel title={<Foreign>{`Events of ${stream}`}</Foreign>} reading={reading} height={480}>
      {({ events }) => {
        const shown = latestFirst(events).slice(first, first + limit);
        return (
          <>
            {shown.map(event => (
              <StreamEvent key={event.id} event={event} />
            ))}
            <Pages of="events" limit={limit} shown={shown.length} total={events.length} />
          </>
        );
      }}
    </ReadPanel>
  );
}

const latestFirst = (events: ResponseOf<'adminHistory'>['events']) => events.toReversed();
