import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { Fact, Facts } from './facts.tsx';
import styles from './settings.module.css';

/** As whom the reader is here, until when, and on which server. */
export function SignedIn() {
  const reading = useRead('me', { everyMs: 60_000 });
  return (
    <ReadPanel title="Signed in" reading={reading} height={152}>
      {me => (
        <div className={styles.parts}>
          <Facts>
            <Fact name="As">{asText(me.key)}</Fact>
            <Fact name="Can">{canText[me.key.role ?? me.key.kind]}</Fact>
            <Fact name="Services">
              <Services names={me.key.services} />
            </Fact>
            <Fact name="Until">
              {me.key.expires_at === null ? (
                'it is revoked'
              ) : (
                <Instant at={me.key.expires_at} isRelative />
              )}
            </Fact>
            <Fact name="Tidemark">version {me.version}</Fact>
          </Facts>
          <p>
            <LinkTo link={{ to: '/members' }}>Members</LinkTo>,{' '}
            <LinkTo link={{ to: '/keys' }}>API keys</LinkTo>,{' '}
            <LinkTo link={{ to: '/billing' }}>plan and usage</LinkTo>, and{' '}
            <LinkTo link={{ to: '/history' }}>who changed what</LinkTo> have pages of their own.
          </p>
        </div>
      )}
    </ReadPanel>
  );
}

type Key = ResponseOf<'me'>['key'];

const asText = ({ user_id: user, name, kind, role }: Key) =>
  user !== null ? (
    `a person with the role ${role}`
  ) : (
    <>
      the {kind} key <Foreign>{name === '' ? 'of the registration' : name}</Foreign>
    </>
  );

const canText: Readonly<Record<Key['kind'] | NonNullable<Key['role']>, string>> = {
  live: 'send, read and change settings',
  read: 'read',
  session: 'read',
  owner: 'read, change everything, and decide who belongs here',
  member: 'read, and change all but keys, billing and people',
  viewer: 'read',
};

const Services = ({ names }: { readonly names: Key['services'] }) =>
  names === null ? <Muted>all</Muted> : <Foreign>{names.join(', ')}</Foreign>;
