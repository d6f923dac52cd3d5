import { useEffect } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import type { ApiProblem } from '../../data/problem.ts';
import { signOut } from '../../data/session.ts';
import { useRead } from '../../data/use-read.ts';
import { usePageSearch } from '../../page-search.ts';
import { Button } from '../../ui/button.tsx';
import { ReadBody } from '../../ui/panel.tsx';
import { Foreign } from '../../ui/text.tsx';
import styles from './authorize.module.css';
import { Consent } from './consent.tsx';

/** What a remote client sends a browser here with (RFC 6749, RFC 7636, RFC 8707). */
const names = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'resource',
  'state',
] as const;

/** A person decides whether a remote client may use `/mcp`. Nothing goes anywhere before the person presses something. */
export function Authorize() {
  const reading = useRead('me');
  useEffect(() => {
    document.title = 'Allow a client · Tidemark';
  }, []);
  return (
    <main id="content" className={styles.page}>
      <ReadBody reading={reading} height={heightPixels}>
        {({ key, organization }) =>
          key.kind === 'session' ? <Question organization={organization} /> : <NoPerson />
        }
      </ReadBody>
    </main>
  );
}

const heightPixels = 400;

type QuestionProps = Pick<ResponseOf<'me'>, 'organization'>;

function Question({ organization }: QuestionProps) {
  const [parameters] = usePageSearch(...names);
  const reading = useRead('getAuthorization', { query: parameters });
  const problem = reading.error as ApiProblem | null;
  if (problem?.status === 400) return <Unknown why={problem.message} />;
  return (
    <ReadBody reading={reading} height={heightPixels}>
      {asked =>
        asked.refused_to === null ? (
          <Consent asked={asked} parameters={parameters} organization={organization} />
        ) : (
          <Refused name={asked.client_name} host={asked.redirect_host} to={asked.refused_to} />
        )
      }
    </ReadBody>
  );
}

const NoPerson = () => (
  <>
    <h1>Sign in as a person</h1>
    <p>A client is allowed by a person. You are signed in with an API key here.</p>
    <div className={styles.end}>
      <Button look="primary" onClick={() => signOut()}>
        Sign in by mail
      </Button>
    </div>
  </>
);

const Unknown = ({ why }: { readonly why: string }) => (
  <>
    <h1>This link is not safe to follow</h1>
    <p role="alert" className={styles.warning}>
      {sentence(why)}
    </p>
    <p className={styles.muted}>Nothing was allowed. You can close this page.</p>
  </>
);

/** The server's sentence, as one that stands alone. */
const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

type RefusedProps = { readonly name: string; readonly host: string; readonly to: string };

/** It is not sent back at once: then a link to Tidemark would lead anybody to any place. */
const Refused = ({ name, host, to }: RefusedProps) => (
  <>
    <h1>
      <Foreign>{name}</Foreign> asks for something else
    </h1>
    <p role="alert" className={styles.warning}>
      {sentence(new URL(to).searchParams.get('error_description') ?? 'it cannot be allowed')}
    </p>
    <p className={styles.muted}>
      Nothing was allowed. The client learns why when you go back to <Foreign>{host}</Foreign>.
    </p>
    <div className={styles.end}>
      <Button onClick={() => location.assign(to)}>Go back</Button>
    </div>
  </>
);
