import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useAct, usePastReason } from '../../data/act.ts';
import { useRead } from '../../data/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { NameCell } from '../../ui/cells.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Foreign, ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';

type Grant = ResponseOf<'listGrants'>['grants'][number];

type GrantsProps = { readonly isShown: (status: Grant['status']) => boolean };

/** Which remote clients may use `/mcp` because this person allowed it? An API key has allowed none. */
export function Grants({ isShown }: GrantsProps) {
  const isPerson = useRead('me', { everyMs: 60_000 }).data?.body.key.kind === 'session';
  const reading = useRead('listGrants', { isWanted: isPerson, everyMs: 60_000 });
  if (!isPerson) return null;
  return (
    <ReadPanel title="Remote clients that you allowed" reading={reading} height={160}>
      {({ grants }) => {
        const shown = grants.filter(({ status }) => isShown(status));
        return shown.length === 0 ? (
          <Empty title="No remote client is here">
            A client of the Model Context Protocol that is given the address of <code>/mcp</code>{' '}
            asks you to allow it.
          </Empty>
        ) : (
          <DataTable
            caption="Remote clients"
            rows={shown}
            keyOf={({ id }) => id}
            columns={columns}
          />
        );
      }}
    </ReadPanel>
  );
}

const columns: readonly Column<Grant>[] = [
  {
    name: 'Client',
    width: '24%',
    cell: ({ client_name: name, redirect_host: host }) => (
      <NameCell>
        <ForeignLine>{name}</ForeignLine>
        <Muted>
          <Foreign>{host}</Foreign>
        </Muted>
      </NameCell>
    ),
  },
  { name: 'May', by: ({ scope }) => scope, cell: ({ scope }) => scopeTexts[scope] },
  {
    name: 'Status',
    cell: ({ status }) => <Badge tone={status === 'active' ? 'ok' : 'muted'}>{status}</Badge>,
  },
  {
    name: 'Last used',
    by: ({ last_used_at: at }) => at ?? '',
    cell: ({ last_used_at: at }) =>
      at === null ? <Muted>never</Muted> : <Instant at={at} shape="minute" />,
  },
  {
    name: 'Ends unless used',
    by: ({ expires_at: at }) => at,
    cell: ({ expires_at: at }) => <Instant at={at} shape="minute" />,
  },
  {
    name: 'Allowed',
    by: ({ created_at: at }) => at,
    cell: ({ created_at: at }) => <Instant at={at} shape="minute" />,
  },
  { name: 'Actions', cell: grant => <End grant={grant} /> },
];

const scopeTexts: Readonly<Record<Grant['scope'], string>> = { read: 'read', act: 'read and act' };

function End({ grant: { id, client_name: name, status } }: { readonly grant: Grant }) {
  const off = usePastReason();
  const { pressEach } = useAct('revokeGrant');
  if (status !== 'active') return <Muted>–</Muted>;
  return (
    <Confirm
      text="Revoke"
      disabledBecause={off}
      act={() => pressEach({ params: { id } })}
      will={
        <>
          <Foreign>{name}</Foreign> is refused from now on, until you allow it again.
        </>
      }
    />
  );
}
