import { usePeopleReason } from '../../data/act.ts';
import { Badge } from '../../ui/badge.tsx';
import { ActionsCell, NameCell } from '../../ui/cells.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { ChangeRole } from './change-role.tsx';
import { addressOf, type Member } from './member.ts';
import { Remove } from './remove.tsx';
import { Resend } from './resend.tsx';

/** People and open invitations, and what may become of each. */
export const MemberTable = ({ members }: { readonly members: readonly Member[] }) => (
  <DataTable caption="Members" rows={members} keyOf={({ id }) => id} columns={columns} />
);

const columns: readonly Column<Member>[] = [
  {
    name: 'Person',
    width: '30%',
    by: addressOf,
    cell: member => (
      <NameCell>
        <ForeignLine>{addressOf(member)}</ForeignLine>
        {member.is_you && <Muted>you</Muted>}
      </NameCell>
    ),
  },
  { name: 'Role', by: ({ role }) => role, cell: ({ role }) => role },
  {
    name: 'Status',
    by: ({ status }) => status,
    cell: ({ status }) => <Badge tone={tones[status]}>{status}</Badge>,
  },
  {
    name: 'Since',
    by: ({ joined_at: joined, invited_at: invited }) => joined ?? invited ?? '',
    cell: ({ joined_at: joined, expires_at: over }) =>
      joined !== null ? <Instant at={joined} shape="minute" /> : over && <Until at={over} />,
  },
  { name: 'Actions', cell: member => <Actions of={member} /> },
];

const tones = { active: 'ok', invited: 'muted', expired: 'warning', removed: 'muted' } as const;

const Until = ({ at }: { readonly at: string }) => (
  <Muted>
    until <Instant at={at} shape="minute" />
  </Muted>
);

function Actions({ of: member }: { readonly of: Member }) {
  const off = usePeopleReason();
  if (member.status === 'removed') return <Muted>–</Muted>;
  return (
    <ActionsCell>
      <ChangeRole of={member} off={off} />
      {member.status !== 'active' && <Resend of={member} off={off} />}
      <Remove of={member} off={off} />
    </ActionsCell>
  );
}
