import { Tab, TabList, TabPanel, TabProvider } from '@ariakit/react';
import { CopyButton } from '../../ui/copy-button.tsx';
import styles from './setup.module.css';
import { snippets, type Target } from './snippet-texts.ts';

/** What to paste, by language. */
export const Snippets = ({ target }: { readonly target: Target }) => (
  <TabProvider defaultSelectedId="curl">
    <TabList className={styles.tabs} aria-label="Languages">
      {snippets.map(({ name }) => (
        <Tab key={name} id={name} className={styles.tab}>
          {name}
        </Tab>
      ))}
    </TabList>
    {snippets.map(({ name, about, text }) => (
      <TabPanel key={name} tabId={name} className={styles.snippet}>
        <p>{about}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
        <pre className={styles.code} tabIndex={0}>
          {text(target)}
        </pre>
        <CopyButton text={text(target)} />
      </TabPanel>
    ))}
  </TabProvider>
);
