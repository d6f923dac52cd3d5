import { useState } from 'react';
import { useRead } from '../../data/use-read.ts';
import type { Rule } from '../../rules/words.ts';
import { useTime } from '../../time/use-time.ts';
import { Box } from '../../ui/box.tsx';
import { Button } from '../../ui/button.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { useInView } from '../../ui/use-in-view.ts';
import { listHeight } from './list-height.ts';
import styles from './rule.module.css';
import { type Version, versionsOf } from './versions.ts';

const limit = 100;

/** What was changed in the rule, and by whom. */
export function Changes({ rule }: { readonly rule: Rule }) {
  const [box, isWanted] = useInView();
  const [cursor, setCursor] = useState<string>();
  const { asOf: to } = useTime();
  const query = { kinds: 'rules', resource: `alert-rule:${rule.id}`, limit, to, cursor };
  const reading = useRead('audit', { query, isWanted });
  const next = reading.data?.body.next_cursor ?? undefined;
  return (
    <ReadPanel
      title="History"
      box={box}
      reading={reading}
      height={listHeight}
      aside={
        <>
          {cursor !== undefined && (
            <Button look="quiet" onClick={() => setCursor(undefined)}>
              Latest
            </Button>
          )}
          {next !== undefined && (
            <Button look="quiet" onClick={() => setCursor(next)}>
              Earlier
            </Button>
          )}
        </>
      }
    >
      {({ events }) => <Versions versions={versionsOf(events)} />}
    </ReadPanel>
  );
}

const Versions = ({ versions }: { readonly versions: readonly Version[] }) => (
  <Box name="Versions of this rule" height={listHeight}>
    {versions.length === 0 ? (
      <Empty title="Nothing is known of this time" />
    ) : (
      <ol className={styles.changes}>
        {versions.map(({ id, at, what, by, version, changes }) => (
          <li key={id}>
            <p>
              <strong>{what}</strong> by {by}{' '}
              <Muted>
                <Instant at={at} />
                {version !== undefined && `, version ${version}`}
              </Muted>
            </p>
            <ul>
              {changes.map(({ field, from, to }) => (
                <li key={field}>
                  {field}: <Foreign>{`${from} → ${to}`}</Foreign>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    )}
  </Box>
);
