import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo } from 'react';
import table from '../../ui/data-table.module.css';
import { durationText, wholeText } from '../../ui/figures.ts';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import styles from './compare.module.css';
import { type Node, type Place, presenceOf } from './places.ts';

type PlaceRowProps = {
  readonly node: Node;
  readonly isOpen: boolean;
  readonly toggle: (at: number) => void;
  readonly greatestNs: number;
};

export const PlaceRow = memo(function PlaceRow(props: PlaceRowProps) {
  const { node, greatestNs } = props;
  const { a, b, self_difference_ns: difference } = node.place;
  return (
    <tr>
      <td className={styles.place}>
        <Name {...props} />
      </td>
      <td className={table.number}>
        <Spans {...a} />
      </td>
      <td className={table.number}>
        <Spans {...b} />
      </td>
      <td className={table.number}>{a.spans === 0 ? '–' : timeText(a.self_ns)}</td>
      <td className={table.number}>{b.spans === 0 ? '–' : timeText(b.self_ns)}</td>
      <td className={table.number}>{differenceText(difference)}</td>
      <td className={styles.bars}>
        <Bar ns={difference} greatestNs={greatestNs} />
      </td>
    </tr>
  );
});

const timeText = (ns: number): string => durationText(ns / 1e6);

const differenceText = (ns: number): string =>
  ns === 0 ? '0' : `${ns > 0 ? '+' : '−'}${timeText(Math.abs(ns))}`;

const indentMax = 24;
const indentPx = 14;

function Name({ node: { at, place, depth, below }, isOpen, toggle }: PlaceRowProps) {
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  const indent = Math.min(depth, indentMax) * indentPx;
  return (
    <div className={styles.name} style={{ paddingLeft: indent }}>
      {below > 0 ? (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-label={`Places below ${place.operation_name.slice(0, 100)}`}
          onClick={() => toggle(at)}
        >
          <Arrow size={14} aria-hidden />
        </button>
      ) : (
        <span className={styles.toggle} />
      )}
      <div className={styles.what}>
        <ForeignLine>{place.operation_name}</ForeignLine>
        <Muted>
          <ForeignLine>{place.service_name}</ForeignLine>
        </Muted>
      </div>
      <Presence place={place} />
      <span className="visually-hidden">level {depth + 1}</span>
    </div>
  );
}

function Presence({ place }: { readonly place: Place }) {
  const presence = presenceOf(place);
  return presence === 'both' ? null : (
    <span className={styles.only} data-is={presence.toUpperCase()}>
      only in {presence.toUpperCase()}
    </span>
  );
}

const Spans = ({ spans, errors }: Place['a']) => (
  <>
    {spans === 0 ? <Muted>–</Muted> : wholeText(spans)}
    {errors > 0 && (
      <span className={styles.errors}>
        {errors === spans ? ' failed' : `, ${wholeText(errors)} failed`}
      </span>
    )}
  </>
);

type BarProps = { readonly ns: number; readonly greatestNs: number };

/** To the left where A took longer, to the right where B did. */
function Bar({ ns, greatestNs }: BarProps) {
  const share = greatestNs === 0 ? 0 : (Math.abs(ns) / greatestNs) * 50;
  return (
    <div className={styles.axis} aria-hidden>
      <span
        className={styles.bar}
        data-is={ns > 0 ? 'B' : 'A'}
        style={{ width: `${share}%`, left: `${ns > 0 ? 50 : 50 - share}%` }}
      />
    </div>
  );
}
