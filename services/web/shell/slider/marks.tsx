import styles from './slider.module.css';
import type { Mark } from './use-marks.ts';

type MarksProps = {
  readonly marks: readonly Mark[];
  readonly fromMs: number;
  readonly toMs: number;
};

/** Bars where alerts fired, triangles where a version began, ticks where somebody changed something. */
export function Marks({ marks, fromMs, toMs }: MarksProps) {
  const at = (ms: number): number =>
    Math.min(1, Math.max(0, (ms - fromMs) / Math.max(1, toMs - fromMs))) * 1_000;
  return (
    <svg className={styles.marks} viewBox="0 0 1000 28" preserveAspectRatio="none" role="img">
      <title>{summaryOf(marks)}</title>
      {marks.map(({ kind, atMs, untilMs, text }) => (
        <Shape key={`${kind} ${atMs} ${text}`} kind={kind} x={at(atMs)} end={at(untilMs)} />
      ))}
    </svg>
  );
}

type ShapeProps = { readonly kind: Mark['kind']; readonly x: number; readonly end: number };

function Shape({ kind, x, end }: ShapeProps) {
  if (kind === 'deployment') return <path className={styles.quiet} d={`M${x} 20l4 8h-8z`} />;
  if (kind === 'change') return <rect className={styles.quiet} x={x} width={1} y={8} height={5} />;
  return <rect className={styles.alert} x={x} width={Math.max(2, end - x)} y={0} height={7} />;
}

function summaryOf(marks: readonly Mark[]): string {
  const count = (kind: Mark['kind']): number => marks.filter(mark => mark.kind === kind).length;
  return `${count('alert')} alerts, ${count('deployment')} deployments and ${count('change')} changes in this time`;
}
