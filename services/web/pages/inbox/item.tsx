import { useParams } from '@tanstack/react-router';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Lead, Page } from '../../ui/layout.tsx';
import { LinkTo } from '../../ui/page-link.tsx';
import { Panel, ReadBody } from '../../ui/panel.tsx';
import { Severity } from '../../ui/severity.tsx';
import { Foreign, ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { type Item, thingLink, tones } from './things.ts';
import { Toolbar } from './toolbar.tsx';

type Entry = ResponseOf<'getTriageItem'>['history'][number];

/** What is it about, and what did people do with it? */
export function InboxItem() {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const reading = useRead('getTriageItem', { params: { id }, everyMs: 15_000 });
  const item = reading.data?.body.item;
  return (
    <Page
      title={item === undefined ? 'Item' : <Foreign>{item.title}</Foreign>}
      aside={
        item !== undefined && (
          <>
            <Severity>{item.severity}</Severity>
            <Badge tone={tones[item.status]}>{item.status}</Badge>
          </>
        )
      }
    >
      <ReadBody reading={reading} height={480}>
        {body => (
          <>
            <About item={body.item} openedBy={openerOf(body.history)} />
            <History entries={body.history} />
          </>
        )}
      </ReadBody>
    </Page>
  );
}

/** Unknown where the history of the item is longer than what is kept of it. */
const openerOf = (history: readonly Entry[]): string | undefined =>
  history.find(({ event }) => event === 'opened')?.actor;

type AboutProps = { readonly item: Item; readonly openedBy: string | undefined };

function About({ item, openedBy }: AboutProps) {
  const link = thingLink(item, openedBy);
  return (
    <Lead>
      <p>
        <Foreign>{item.message}</Foreign>
      </p>
      <p>
        Since <Instant at={item.timestamp} isRelative />.{' '}
        {item.snoozed_until !== null && (
          <>
            Snoozed until <Instant at={item.snoozed_until} shape="minute" />.{' '}
          </>
        )}
        {link !== undefined && <LinkTo link={link}>Open the page of what it is about</LinkTo>}
      </p>
      <Toolbar chosen={[item]} hint="" done={() => undefined} />
    </Lead>
  );
}

const History = ({ entries }: { readonly entries: readonly Entry[] }) => (
  <Panel title="What happened">
    <DataTable
      caption="What happened to the item"
      rows={entries}
      keyOf={({ at, event }) => `${at} ${event}`}
      columns={[
        { name: 'When', width: '180px', cell: ({ at }) => <Instant at={at} /> },
        { name: 'What', width: '130px', cell: ({ event }) => event },
        { name: 'By', cell: ({ actor }) => <ForeignLine>{actor}</ForeignLine> },
        {
          name: 'Note',
          cell: ({ note }) => (note === null ? <Muted>–</Muted> : <Foreign>{note}</Foreign>),
        },
      ]}
    />
  </Panel>
);
