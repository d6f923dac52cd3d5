import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useForgetToken } from '../../data/operator.ts';
import { useOperatorToken } from '../../data/operator-token.ts';
import { useTime } from '../../time/use-time.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/layout.tsx';
import styles from './operate.module.css';
import { TokenForm } from './token-form.tsx';

const pages = [
  ['/operate', 'Status'],
  ['/operate/dead', 'Dead letters'],
  ['/operate/projections', 'Projections'],
  ['/operate/streams', 'Streams'],
  ['/operate/sql', 'SQL'],
] as const;

type OperatePageProps = { readonly title: string; readonly children: ReactNode };

/** A page of operators. Without their token there is the form for it, and nothing is read. */
export function OperatePage({ title, children }: OperatePageProps) {
  const token = useOperatorToken();
  const forget = useForgetToken();
  const { asOf } = useTime();
  if (token === undefined)
    return (
      <Page title={title}>
        <TokenForm />
      </Page>
    );
  return (
    <Page title={title} aside={<Button onClick={forget}>Forget the token</Button>}>
      <nav className={styles.tabs} aria-label="Pages of operators">
        {pages.map(([to, name]) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: true, includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
          >
            {name}
          </Link>
        ))}
      </nav>
      {asOf !== undefined && (
        <p className={styles.now}>The slider does not apply here: this page shows now.</p>
      )}
      {children}
    </Page>
  );
}

/** Why nothing is changed while the slider stands in the past. */
export function usePastReason(): string | undefined {
  return useTime().asOf === undefined
    ? undefined
    : 'The slider is in the past. Go back to now first.';
}
