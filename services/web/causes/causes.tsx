import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { Reading } from '../data/use-read.ts';
import { releaseLink, serviceLink } from '../links.ts';
import { Badge } from '../ui/badge.tsx';
import { countText, digits, durationText, percentText } from '../ui/figures.ts';
import { LinkTo } from '../ui/page-link.tsx';
import { ReadPanel } from '../ui/panel.tsx';
import { Empty } from '../ui/states.tsx';
import { Foreign } from '../ui/text.tsx';
import { Instant } from '../ui/time.tsx';
import styles from './causes.module.css';
import { TraceLinks } from './trace-links.tsx';

type Body = ResponseOf<'alertCauses'>;
type Cause = Body['causes'][number];
type Figure = Cause['evidence'][number];

/** What may have caused it, the most likely first, each with its figures and traces. */
export function Causes({ reading }: { readonly reading: Reading<'alertCauses'> }) {
  const body = reading.data?.body;
  return (
    <ReadPanel
      title="Likely causes"
      reading={reading}
      height={200}
      aside={body !== undefined && <Compared {...body} />}
    >
      {({ causes, reason }) =>
        causes.length === 0 ? (
          <Empty title="Nothing stands out">
            <Foreign>{reason ?? ''}</Foreign>
          </Empty>
        ) : (
          <Ranked causes={causes} />
        )
      }
    </ReadPanel>
  );
}

const shownFirst = 3;

/** The first ones, and the rest behind a line, as it explains little. */
function Ranked({ causes }: Pick<Body, 'causes'>) {
  const [first, rest] = [causes.slice(0, shownFirst), causes.slice(shownFirst)];
  return (
    <>
      <Entries causes={first} />
      {rest.length > 0 && (
        <details className={styles.rest}>
          <summary>{rest.length} that explain less</summary>
          <Entries causes={rest} />
        </details>
      )}
    </>
  );
}

const Entries = ({ causes }: Pick<Body, 'causes'>) => (
  <ol className={styles.causes}>
    {causes.map(cause => (
      <Entry key={JSON.stringify(cause)} cause={cause} />
    ))}
  </ol>
);

const Compared = ({ selection, baseline }: Body) => (
  <span>
    <Instant at={selection.from} shape="minute" /> to <Instant at={selection.to} shape="clock" />,
    against the time from <Instant at={baseline.from} shape="clock" />
  </span>
);

const kinds: Readonly<Record<Cause['kind'], string>> = {
  deploy: 'deployment',
  new_error: 'new error',
  slow_dependency: 'slow dependency',
  failing_dependency: 'failing dependency',
  attribute_value: 'attribute',
  traffic: 'traffic',
};

const Entry = ({ cause }: { readonly cause: Cause }) => (
  <li className={styles.cause}>
    <div className={styles.head}>
      <Badge tone="accent">{kinds[cause.kind]}</Badge>
      <meter className={styles.score} min={0} max={1} value={cause.score} aria-label="Score" />
      <span>{percentText(cause.score * 100)}</span>
    </div>
    <p>
      <Foreign>{cause.explanation}</Foreign>
    </p>
    <ul className={styles.figures}>
      {cause.evidence.map(figure => (
        <li key={figure.name}>{figureText(figure)}</li>
      ))}
    </ul>
    <p className={styles.links}>
      <LinkTo link={serviceLink(cause.service_name)}>
        <Foreign>{cause.service_name}</Foreign>
      </LinkTo>
      {cause.deployment !== null && <Recorded deployment={cause.deployment} />}
      <TraceLinks ids={cause.trace_ids} />
    </p>
  </li>
);

/** Where the deployment of a release is looked at further. */
const Recorded = ({ deployment }: { readonly deployment: NonNullable<Cause['deployment']> }) => (
  <span>
    <LinkTo link={releaseLink(deployment.version)}>
      Release <Foreign>{deployment.version}</Foreign>
    </LinkTo>{' '}
    in <Foreign>{deployment.environment}</Foreign> at{' '}
    <Instant at={deployment.deployed_at} shape="minute" />
  </span>
);

const units: Readonly<Record<Figure['unit'], (value: number) => string>> = {
  percent: percentText,
  ms: durationText,
  requests_per_minute: value => `${digits(value)} a minute`,
  count: countText,
};

/** A figure before and during, such as `error rate 0.2 % → 41.5 %`. */
function figureText({ name, unit, before, during }: Figure): string {
  const text = (value: number | null): string => (value === null ? 'none' : units[unit](value));
  return `${name.replaceAll('_', ' ')} ${text(before)} → ${text(during)}`;
}
