import { useNavigate } from '@tanstack/react-router';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import styles from './replay.module.css';

/** In the past, and with a key that only reads, it says why not. */
export function DeleteSession({ found }: { readonly found: ResponseOf<'getReplay'> }) {
  const off = useReadOnlyReason();
  const one = useAct('deleteReplay');
  const all = useAct('deleteReplays');
  const navigate = useNavigate();
  const { session_id, user_id: user } = found;
  const toList = () => navigate({ to: '/replays' });
  return (
    <div className={styles.actions}>
      <Confirm
        text="Delete"
        will="The recording is deleted and cannot be brought back. What the browser still sends of it is not stored."
        act={() => one.pressEach({ params: { session_id } }).then(toList)}
        disabledBecause={off}
      />
      {user !== null && (
        <Confirm
          text="Delete all of this user"
          will={
            <>
              Every recording that names the user <Foreign>{user}</Foreign> is deleted and cannot be
              brought back.
            </>
          }
          act={() => all.pressEach({ query: { user_id: user } }).then(toList)}
          disabledBecause={off}
        />
      )}
      {off !== undefined && <Muted>{off}</Muted>}
    </div>
  );
}
