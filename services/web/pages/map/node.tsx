import { countText, percentText } from '../../ui/figures.ts';
import { healthOf, type MapNode } from './graph.ts';
import styles from './map.module.css';
import { nodeSize, type Point } from './places.ts';
import { kinds } from './shapes.tsx';
import type { Act } from './use-choice.ts';

type NodeProps = {
  readonly node: MapNode;
  readonly at: Point;
  readonly isChosen: boolean;
  readonly isDimmed: boolean;
  readonly onChoose: Act;
  readonly onFocus: (at: Point) => void;
};

const charactersMax = 80;

/** A thing that calls or is called, with how often and how often that failed. */
export function Node({ node, at, isChosen, isDimmed, onChoose, onFocus }: NodeProps) {
  const { word, icon: Icon, path } = kinds[node.type];
  const name = node.name.slice(0, charactersMax);
  const requests = countText(node.requests);
  const failed = percentText(node.error_rate);
  const choose = (): void => onChoose({ kind: 'node', node });
  return (
    // biome-ignore lint/a11y/useSemanticElements: there is no button in a picture.
    <g
      role="button"
      tabIndex={0}
      aria-pressed={isChosen}
      // What is seen is a part of the name, so that it can be said (WCAG 2.2, 2.5.3).
      aria-label={`${name} ${word} · ${requests} · ${failed} failed`}
      className={styles.node}
      data-health={healthOf(node.error_rate)}
      data-dimmed={isDimmed || undefined}
      transform={`translate(${at.x - nodeSize.width / 2} ${at.y - nodeSize.height / 2})`}
      onClick={choose}
      onKeyDown={event => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        choose();
      }}
      onFocus={() => onFocus(at)}
    >
      <path d={path} className={styles.shape} />
      <Icon x={14} y={9} width={14} height={14} className={styles.icon} aria-hidden />
      <svg x={34} y={0} width={nodeSize.width - 48} height={nodeSize.height} aria-hidden>
        <text y={20} className={styles.name}>
          {/* The space parts the lines where they are read as one. */}
          {`${name} `}
        </text>
        <text y={37} className={styles.small}>
          {word} · {requests} · <tspan className={styles.failed}>{failed}</tspan>
        </text>
      </svg>
    </g>
  );
}
