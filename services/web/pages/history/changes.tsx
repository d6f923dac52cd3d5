import type { Json } from '../../../../schemas/json.ts';
import { LongText } from '../../ui/long-text.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import type { Entry } from './entry.ts';
import styles from './history.module.css';
import { type Leaf, leavesOf } from './leaves.ts';

/** So many are seen at once; more are folded. */
const openMax = 6;

/** Every value that changed, before and after. */
export function Changes({ changes }: Pick<Entry, 'changes'>) {
  const leaves = leavesOf(changes);
  if (leaves.length === 0) return <Muted>No field changed.</Muted>;
  if (leaves.length <= openMax) return <Table leaves={leaves} />;
  return (
    <>
      <Table leaves={leaves.slice(0, openMax)} />
      <details className={styles.more}>
        <summary>{moreText(leaves.length - openMax)}</summary>
        <Table leaves={leaves.slice(openMax)} />
      </details>
    </>
  );
}

const moreText = (count: number): string =>
  count === 1 ? 'One more field' : `${count} more fields`;

const Table = ({ leaves }: { readonly leaves: readonly Leaf[] }) => (
  <table className={styles.changes}>
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Before</th>
        <th scope="col">After</th>
      </tr>
    </thead>
    <tbody>
      {leaves.map(({ path, before, after }) => (
        <tr key={path}>
          <th scope="row">
            <Foreign>{path}</Foreign>
          </th>
          <td className={before === null ? undefined : styles.before}>
            <Value path={path} value={before} />
          </td>
          <td className={after === null ? undefined : styles.after}>
            <Value path={path} value={after} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

type ValueProps = { readonly path: string; readonly value: Json };

/** Numbers of milliseconds from here on are instants, not durations. */
const instantsFromMs = 1_000_000_000_000;

function Value({ path, value }: ValueProps) {
  if (value === null) return <Muted>–</Muted>;
  if (typeof value === 'number' && path.endsWith('_ms') && value >= instantsFromMs)
    return <Instant at={new Date(value).toISOString()} />;
  return <LongText>{typeof value === 'string' ? value : JSON.stringify(value)}</LongText>;
}
