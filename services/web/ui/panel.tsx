import type { ReactNode, Ref } from 'react';
import type { RouteName } from '../../../schemas/http/routes.ts';
import type { ApiProblem } from '../data/problem.ts';
import type { Reading } from '../data/use-read.ts';
import styles from './panel.module.css';
import { Failure, Skeleton, Unread } from './states.tsx';

type PanelProps = {
  readonly title: ReactNode;
  /** Beside the title: links and switches. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  readonly isBusy?: boolean;
  /** Of a part that is read when it is seen. */
  readonly box?: Ref<HTMLElement> | undefined;
};

/** A titled part of a page. */
export function Panel({ title, aside, children, isBusy = false, box }: PanelProps) {
  return (
    <section ref={box} className={styles.panel} aria-busy={isBusy}>
      {isBusy && <div className={styles.busy} />}
      <header className={styles.header}>
        <h2>{title}</h2>
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

type ReadPanelProps<Name extends RouteName> = {
  readonly title: ReactNode;
  readonly aside?: ReactNode;
  readonly reading: Reading<Name>;
  /** With which `useInView` finds out that it is time to read. */
  readonly box?: Ref<HTMLElement>;
  /** Pixels that are kept free before the first response, so that nothing moves when it comes. */
  readonly height: number;
  readonly children: (body: NonNullable<Reading<Name>['data']>['body']) => ReactNode;
};

/** A part of a page that shows one read: its wait, its failure, its old and its new response. */
export function ReadPanel<Name extends RouteName>(props: ReadPanelProps<Name>) {
  const { title, aside, reading, box } = props;
  const isBusy = reading.isFetching && reading.data !== undefined;
  return (
    <Panel title={title} aside={aside} isBusy={isBusy} box={box}>
      <ReadBody {...props} />
    </Panel>
  );
}

type ReadBodyProps<Name extends RouteName> = Pick<
  ReadPanelProps<Name>,
  'reading' | 'height' | 'children'
>;

export function ReadBody<Name extends RouteName>({
  reading,
  height,
  children,
}: ReadBodyProps<Name>) {
  const { data, error } = reading;
  if (data !== undefined) return children(data.body);
  if (error !== null)
    return (
      <div style={{ minHeight: height }}>
        <Failure problem={error as ApiProblem} retry={() => void reading.refetch()} />
      </div>
    );
  return reading.isFetching ? <Skeleton height={height} /> : <Unread height={height} />;
}
