import styles from './chart.module.css';

type SparklineProps = {
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly tone?: 'accent' | 'critical' | 'muted';
};

const width = 96;
const height = 20;

/** The shape of a series in a table cell; its numbers are on the page of the thing. */
export function Sparkline({ label, values, tone = 'accent' }: SparklineProps) {
  const highest = Math.max(1e-9, ...values.map(value => value ?? 0));
  const step = width / Math.max(1, values.length - 1);
  let isOpen = false;
  const path = values.map((value, index) => {
    const command = isOpen && value !== null ? 'L' : 'M';
    isOpen = value !== null;
    const y = height - 1 - ((value ?? 0) / highest) * (height - 2);
    return value === null ? '' : `${command}${(index * step).toFixed(1)} ${y.toFixed(1)}`;
  });
  return (
    <svg className={styles.spark} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path d={path.join('')} className={styles[tone]} />
    </svg>
  );
}
