import type { ReactNode } from 'react';
import type { ApiProblem } from '../data/problem.ts';
import { Button } from './button.tsx';
import styles from './states.module.css';

export const Skeleton = ({ height }: { readonly height: number }) => (
  <div className={styles.skeleton} style={{ height }} role="status">
    <span className="visually-hidden">Loading</span>
  </div>
);

/** What is read when one comes to it, by scrolling or by keyboard. */
export const Unread = ({ height }: { readonly height: number }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus scrolls to it, or what will be here could not be reached.
  <section className={styles.skeleton} style={{ height }} tabIndex={0} aria-label="Not read yet" />
);

type FailureProps = { readonly problem: ApiProblem; readonly retry: () => void };

const headings: Readonly<Record<number, string>> = {
  0: 'No connection',
  403: 'This key may not see this',
  404: 'Not found',
  410: 'No longer kept',
  429: 'Too many requests',
  503: 'Not available right now',
};

/** Why something cannot be shown, what to tell support, and a way to try again. */
export function Failure({ problem, retry }: FailureProps) {
  const { status, message, requestId } = problem;
  return (
    <div className={styles.failure} role="alert">
      <strong>{headings[status] ?? 'That did not work'}</strong>
      <p>{message}</p>
      {requestId !== undefined && (
        <p className={styles.request}>
          Request <code>{requestId}</code>
        </p>
      )}
      {status !== 403 && status !== 410 && <Button onClick={retry}>Try again</Button>}
    </div>
  );
}

type EmptyProps = { readonly title: string; readonly children?: ReactNode };

/** What would be here, and how it comes to be here. */
export const Empty = ({ title, children }: EmptyProps) => (
  <div className={styles.empty}>
    <strong>{title}</strong>
    {children !== undefined && <p>{children}</p>}
  </div>
);
