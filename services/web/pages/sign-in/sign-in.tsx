import { Tab, TabList, TabPanel, TabProvider } from '@ariakit/react';
import { endedBecause } from '../../data/session.ts';
import { ByKey } from './by-key.tsx';
import { ByMail } from './by-mail.tsx';
import { Register } from './register.tsx';
import styles from './sign-in.module.css';

const ways = [
  { id: 'mail', name: 'By mail', Form: ByMail },
  { id: 'key', name: 'By key', Form: ByKey },
  { id: 'register', name: 'Register', Form: Register },
];

/** Stands where the page will be: whoever signs in sees what the link leads to. */
export const SignIn = () => (
  <main className={styles.page}>
    <h1>Tidemark</h1>
    <p className={styles.lead}>
      {endedBecause() === 'expired'
        ? 'Your session is over. Sign in again, and this link opens as it was.'
        : 'Never loses data, never counts twice, and answers for any past moment.'}
    </p>
    <TabProvider defaultSelectedId="mail">
      <TabList className={styles.tabs} aria-label="Ways to sign in">
        {ways.map(({ id, name }) => (
          <Tab key={id} id={id} className={styles.tab}>
            {name}
          </Tab>
        ))}
      </TabList>
      {ways.map(({ id, Form }) => (
        <TabPanel key={id} tabId={id} className={styles.panel} unmountOnHide>
          <Form />
        </TabPanel>
      ))}
    </TabProvider>
  </main>
);
