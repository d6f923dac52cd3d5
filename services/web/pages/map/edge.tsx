import { countText, percentText } from '../../ui/figures.ts';
import { healthOf, type MapEdge } from './graph.ts';
import styles from './map.module.css';
import type { Layout, Point } from './places.ts';
import type { Act } from './use-choice.ts';

type EdgeProps = {
  readonly edge: MapEdge;
  readonly place: NonNullable<ReturnType<Layout['edges']['get']>>;
  readonly isChosen: boolean;
  readonly isDimmed: boolean;
  readonly isLabelled: boolean;
  readonly onChoose: Act;
};

/** Calls from one to another: wider where there are more, coloured where they fail. */
export function Edge({ edge, place, isChosen, isDimmed, isLabelled, onChoose }: EdgeProps) {
  const path = pathOf(place.points);
  const width = Math.min(6, 1 + Math.log10(Math.max(1, edge.requests)));
  const failed = edge.errors > 0 ? ` · ${percentText(edge.error_rate)}` : '';
  const shown = `${countText(edge.requests)}${failed}`;
  // What is seen is a part of the name, so that it can be said (WCAG 2.2, 2.5.3).
  const about = `${shown} ${edge.errors > 0 ? 'of the requests failed' : 'requests'}`;
  const name = `${edge.caller.slice(0, 200)} calls ${edge.callee.slice(0, 200)}: ${about}`;
  const choose = (): void => onChoose({ kind: 'edge', edge });
  return (
    // biome-ignore lint/a11y/useSemanticElements: there is no button in a picture.
    <g
      role="button"
      tabIndex={-1}
      aria-label={name}
      aria-pressed={isChosen}
      className={styles.edge}
      data-health={healthOf(edge.error_rate)}
      data-dimmed={isDimmed || undefined}
      onClick={choose}
    >
      <path d={path} className={styles.reach} />
      <path d={path} className={styles.line} strokeWidth={width} />
      <Head points={place.points} />
      {(isLabelled || isChosen) && (
        <text x={place.label.x} y={place.label.y - 4} className={styles.label}>
          {shown}
        </text>
      )}
    </g>
  );
}

/** A curve through the middles of the way's corners: it begins and ends where the way does. */
export function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (first === undefined || last === undefined) return '';
  const curves = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? point;
    const isLast = index === rest.length - 2;
    const to = isLast ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${point.x} ${point.y} ${to.x} ${to.y}`;
  });
  return `M${first.x} ${first.y}${curves.length > 0 ? curves.join('') : `L${last.x} ${last.y}`}`;
}

function Head({ points }: { readonly points: readonly Point[] }) {
  const [before, tip] = points.slice(-2);
  if (before === undefined || tip === undefined) return null;
  const angle = (Math.atan2(tip.y - before.y, tip.x - before.x) * 180) / Math.PI;
  return (
    <path
      d="M0 0L-9 -4.5V4.5Z"
      className={styles.head}
      transform={`translate(${tip.x} ${tip.y}) rotate(${angle})`}
    />
  );
}
