import { useState } from 'react';
import { useAct, useOwnerReason } from '../../data/act.ts';
import { ActionsCell } from '../../ui/cells.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { HistoryButton } from '../../versions/history.tsx';
import { type Issued, type Key, nameOf } from './key.ts';

const overlaps = [
  ['0', 'ends at once'],
  ['1', 'works for another hour'],
  ['24', 'works for another day'],
  ['168', 'works for another week'],
  ['720', 'works for another 30 days'],
] as const;

type EndKeyProps = {
  readonly of: Key;
  /** Whether it is the key with which this page reads. */
  readonly isOwn: boolean;
  readonly onIssued: (issued: Issued) => void;
};

/** Gives a key a successor, or ends it. */
export function EndKey({ of: key, isOwn, onIssued }: EndKeyProps) {
  const off = useOwnerReason();
  const revoke = useAct('revokeApiKey');
  const params = { id: key.id };
  if (key.status !== 'active') return <Muted>–</Muted>;
  return (
    <ActionsCell>
      {key.rotated_to === null && <Rotate of={key} off={off} onIssued={onIssued} />}
      <HistoryButton of="API key" id={key.id} />
      <Confirm
        text="Revoke"
        disabledBecause={off}
        act={() => revoke.pressEach({ params })}
        will={
          <>
            Everything that uses the key <Foreign>{nameOf(key)}</Foreign> (…{key.hint}) is refused
            from now on. This cannot be taken back.
            {isOwn && ' You are signed in with this key, so you will be signed out.'}
          </>
        }
      />
    </ActionsCell>
  );
}

type RotateProps = Pick<EndKeyProps, 'of' | 'onIssued'> & { readonly off: string | undefined };

function Rotate({ of: key, off, onIssued }: RotateProps) {
  const [hours, setHours] = useState('24');
  const { pressEach } = useAct('rotateApiKey');
  const act = async (): Promise<void> =>
    onIssued(await pressEach({ params: { id: key.id }, body: { overlap_hours: Number(hours) } }));
  return (
    <Confirm
      text="Rotate"
      disabledBecause={off}
      act={act}
      will={
        <>
          A successor of <Foreign>{nameOf(key)}</Foreign> (…{key.hint}) is created, with the same
          name, kind and restrictions. A key is rotated once.
          <Choice label="The old key" value={hours} options={overlaps} onChoose={setHours} />
        </>
      }
    />
  );
}
