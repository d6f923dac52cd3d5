import { useMemo } from 'react';
import { useRead } from '../../data/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { NameCell } from '../../ui/cells.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ServiceName } from '../../ui/page-link.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { EndKey } from './end-key.tsx';
import { type Issued, type Key, nameOf, standingOf } from './key.ts';

type KeyTableProps = {
  readonly keys: readonly Key[];
  readonly onIssued: (issued: Issued) => void;
};

/** Keys, each with what it may do, and how to end it. */
export function KeyTable({ keys, onIssued }: KeyTableProps) {
  const own = useRead('me', { everyMs: 60_000 }).data?.body.key.id;
  const columns = useMemo(
    (): readonly Column<Key>[] => [
      { name: 'Key', width: '24%', cell: key => <Name of={key} isOwn={key.id === own} /> },
      ...facts,
      {
        name: 'Actions',
        cell: key => <EndKey of={key} isOwn={key.id === own} onIssued={onIssued} />,
      },
    ],
    [own, onIssued],
  );
  return <DataTable caption="API keys" rows={keys} keyOf={({ id }) => id} columns={columns} />;
}

const Name = ({ of: key, isOwn }: { readonly of: Key; readonly isOwn: boolean }) => (
  <NameCell>
    <ForeignLine>{nameOf(key)}</ForeignLine>
    <Muted>
      <code>…{key.hint}</code>
      {isOwn && ' you are signed in with it'}
    </Muted>
  </NameCell>
);

const day = (at: string | null, absent: string) =>
  at === null ? <Muted>{absent}</Muted> : <Instant at={at} shape="minute" />;

const servicesShown = 3;

const facts: readonly Column<Key>[] = [
  { name: 'Kind', by: ({ kind }) => kind, cell: ({ kind }) => kind },
  {
    name: 'Services',
    cell: ({ services }) =>
      services === null ? <Muted>all</Muted> : <Services names={services} />,
  },
  {
    name: 'Status',
    cell: key => {
      const { text, tone } = standingOf(key);
      return <Badge tone={tone}>{text}</Badge>;
    },
  },
  {
    name: 'Last used',
    by: ({ last_used_at: at }) => at ?? '',
    cell: ({ last_used_at: at }) => day(at, 'never'),
  },
  {
    name: 'Expires',
    by: ({ expires_at: at }) => at ?? '',
    cell: ({ expires_at: at }) => day(at, 'never'),
  },
  {
    name: 'Created',
    by: ({ created_at: at }) => at,
    cell: ({ created_at: at }) => day(at, ''),
  },
];

const Services = ({ names }: { readonly names: readonly string[] }) => (
  <ul>
    {names.slice(0, servicesShown).map(name => (
      <li key={name}>
        <ServiceName>{name}</ServiceName>
      </li>
    ))}
    {names.length > servicesShown && (
      <li>
        <Muted>and {names.length - servicesShown} more</Muted>
      </li>
    )}
  </ul>
);
