import { usePageSearch } from '../../page-search.ts';
import { Page } from '../../ui/layout.tsx';
import { LinkTo } from '../../ui/page-link.tsx';
import styles from './ask.module.css';
import { Conversation } from './conversation.tsx';
import { Conversations } from './conversations.tsx';

/** A question in words, answered from the data. */
export function Ask() {
  const [{ conversation }] = usePageSearch('conversation');
  return (
    <Page
      title="Assistant"
      aside={conversation !== undefined && <LinkTo link={{ to: '/ask' }}>New conversation</LinkTo>}
    >
      <div className={styles.page}>
        <Conversation id={conversation} />
        <Conversations />
      </div>
    </Page>
  );
}
