import { isBurn } from '../../rules/burn.ts';
import { isOtlp } from '../../rules/words.ts';
import { durationText, percentText, wholeText } from '../../ui/figures.ts';
import type { Alert } from './words.ts';

type Figures = Alert['evidence'];

export type EvidenceRow = {
  readonly name: string;
  readonly fired: string;
  /** With the spans that came late. */
  readonly amended: string;
};

const duration = (ms: number | null): string => (ms === null ? '–' : durationText(ms));

/** What is said of a window, in its order. */
const figures: readonly (readonly [name: string, text: (of: Figures) => string])[] = [
  ['Samples', ({ samples }) => wholeText(samples)],
  ['Of these late', ({ late }) => wholeText(late)],
  ['Errors', errorsText],
  ['p50', ({ p50_ms }) => duration(p50_ms)],
  ['p90', ({ p90_ms }) => duration(p90_ms)],
  ['p95', ({ p95_ms }) => duration(p95_ms)],
  ['p99', ({ p99_ms }) => duration(p99_ms)],
  ['Mean', ({ avg_ms }) => duration(avg_ms)],
];

function errorsText({ errors, samples }: Figures): string {
  const share = samples === 0 ? '' : ` (${percentText((errors / samples) * 100)})`;
  return `${wholeText(errors)}${share}`;
}

/** What is measured has no durations, and errors where it counts them. */
const isKnown = ({ metric, evidence }: Pick<Alert, 'metric' | 'evidence'>, name: string): boolean =>
  !(isOtlp(metric) || isBurn(metric)) ||
  name === 'Samples' ||
  (name === 'Errors' && evidence.errors > 0);

export const evidenceRows = (
  alert: Pick<Alert, 'metric' | 'evidence'>,
  amended: Figures | undefined,
): readonly EvidenceRow[] =>
  figures
    .filter(([name]) => isKnown(alert, name))
    .map(([name, text]) => ({
      name,
      fired: text(alert.evidence),
      amended: amended === undefined ? '' : text(amended),
    }));
