import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useNow } from '../../time/use-now.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { Foreign, ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import styles from './ask.module.css';
import { referenceLink, referenceText } from './reference.ts';
import type { Asked } from './use-ask.ts';

type Message = ResponseOf<'getConversation'>['messages'][number];

type MessagesProps = {
  readonly messages: readonly Message[];
  /** Behind them, until it is among them. */
  readonly asked: Asked | undefined;
};

/** Questions with their answers, in the order in which they were asked. */
export function Messages({ messages, asked }: MessagesProps) {
  const shown = asked !== undefined && !isKept(messages, asked) ? asked : undefined;
  const last = messages.at(-1);
  const isThere = last?.role === 'user' && last.content === shown?.question;
  const kept = isThere ? messages.slice(0, -1) : messages;
  return (
    <ol className={styles.messages}>
      {kept.map(message => (
        <li key={`${message.created_at} ${message.role}`} className={styles[message.role]}>
          <MessageText message={message} />
        </li>
      ))}
      {shown !== undefined && (
        <>
          <li className={styles.user}>
            <Foreign>{shown.question}</Foreign>
          </li>
          <li className={styles.assistant}>
            {shown.answer === '' ? <Muted>Looking…</Muted> : <Foreign>{shown.answer}</Foreign>}
          </li>
        </>
      )}
    </ol>
  );
}

/** The answer was read again as it was kept, before everything else was that changed with it. */
const isKept = (messages: readonly Message[], { question, answer }: Asked): boolean =>
  messages.at(-2)?.content === question && messages.at(-1)?.content === answer;

const MessageText = ({ message }: { readonly message: Message }) => (
  <>
    {message.content === null ? (
      <Muted>This text was erased.</Muted>
    ) : (
      <Foreign>{message.content}</Foreign>
    )}
    {message.references.length > 0 && <References message={message} />}
    <p className={styles.at}>
      <Instant at={message.created_at} shape="second" />
    </p>
  </>
);

function References({ message: { references, created_at: at } }: { readonly message: Message }) {
  const nowMs = useNow();
  return (
    <ul className={styles.references} aria-label="What this is about">
      {references.map(reference => (
        <li key={reference.path}>
          <LinkTo link={referenceLink(reference, at, nowMs)}>
            <ForeignLine>{referenceText(reference)}</ForeignLine>
          </LinkTo>
        </li>
      ))}
    </ul>
  );
}
