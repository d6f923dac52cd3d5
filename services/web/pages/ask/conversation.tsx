import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { useRead } from '../../data/use-read.ts';
import { usePageSearch } from '../../page-search.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Panel, ReadBody } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Muted } from '../../ui/text.tsx';
import styles from './ask.module.css';
import { Messages } from './messages.tsx';
import { Question } from './question.tsx';
import { type Asked, useAsk } from './use-ask.ts';

type ConversationProps = { readonly id: string | undefined };

/** Questions and answers in a box of one height, and the field for the next question below it. */
export function Conversation({ id }: ConversationProps) {
  const [, change] = usePageSearch('conversation');
  const { asked, ask } = useAsk(id, begun => change({ conversation: begun }));
  const shown = asked?.conversation === id ? asked : undefined;
  return (
    <Panel
      title="Questions and answers"
      aside={id === undefined ? <AnsweredBy /> : <Delete id={id} />}
    >
      <Log isBusy={shown !== undefined} end={shown?.answer}>
        {id === undefined ? (
          <Empty title="Ask what you want to know">
            Ask as you would ask a colleague: “Why is checkout slow since lunch?”, “What changed?”,
            “Is it the database?”, “Who is affected?”, “Did we have this last week?”. Each answer
            leads to the pages of what it is about, and the next question keeps service and time.
          </Empty>
        ) : (
          <Kept id={id} asked={shown} />
        )}
      </Log>
      <Question ask={ask} />
    </Panel>
  );
}

/** What is sent to a language model leaves this server, so people should know it. */
function AnsweredBy() {
  const assistant = useRead('me', { everyMs: 60_000 }).data?.body.assistant;
  if (assistant === undefined) return null;
  return assistant === null ? (
    <>answered by rules from the data of this organization</>
  ) : (
    <>answered by {assistant.model}, which reads the data of this organization</>
  );
}

type KeptProps = { readonly id: string; readonly asked: Asked | undefined };

function Kept({ id, asked }: KeptProps) {
  const reading = useRead('getConversation', { params: { id } });
  return (
    <ReadBody reading={reading} height={200}>
      {({ messages, next_cursor: next }) => (
        <>
          <Messages messages={messages} asked={asked} />
          {next !== null && <Muted>There are more; these are the first.</Muted>}
        </>
      )}
    </ReadBody>
  );
}

type LogProps = {
  readonly isBusy: boolean;
  /** What is written at its end, so that it is seen as it comes. */
  readonly end: string | undefined;
  readonly children: ReactNode;
};

function Log({ isBusy, end, children }: LogProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (end !== undefined) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [end]);
  return (
    <section
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
      tabIndex={0}
      aria-label="Answers"
      aria-busy={isBusy}
      className={styles.log}
    >
      {children}
    </section>
  );
}

function Delete({ id }: { readonly id: string }) {
  const { pressEach } = useAct('deleteConversation');
  const navigate = useNavigate();
  const act = async (): Promise<void> => {
    await pressEach({ params: { id } });
    await navigate({ to: '/ask' });
  };
  return (
    <Confirm
      text="Delete"
      disabledBecause={useReadOnlyReason()}
      act={act}
      will="The conversation is deleted for everybody in the organization, with all its questions and answers. An instant before now still shows it."
    />
  );
}
