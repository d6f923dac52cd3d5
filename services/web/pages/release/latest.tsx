import { countText, percentText, wholeText } from '../../ui/figures.ts';
import { Figure, Figures } from '../../ui/layout.tsx';
import {
  errorRateText,
  latencyText,
  type ReleaseFigures,
  sideText,
  windowText,
} from '../releases/words.ts';
import type { ReleaseBody } from './words.ts';

/** The figures of the latest deployment. */
export function Latest({ release: { deployments } }: { readonly release: ReleaseBody }) {
  const figures = deployments[0]?.figures;
  return figures ? <Numbers figures={figures} /> : null;
}

function Numbers({ figures }: { readonly figures: ReleaseFigures }) {
  const { before, after, adoption } = figures;
  return (
    <Figures>
      <Figure
        name="Adoption"
        value={adoption.span_count === 0 ? '–' : percentText(adoption.percent)}
        about={`${countText(adoption.version_span_count)} of ${countText(adoption.span_count)} spans`}
      />
      <Figure
        name="Error rate"
        value={sideText(after, errorRateText)}
        about={`${sideText(before, errorRateText)} before`}
      />
      <Figure
        name="p95"
        value={sideText(after, latencyText)}
        about={`${sideText(before, latencyText)} before`}
      />
      <Figure
        name="New errors"
        value={wholeText(after.new_error_groups)}
        about={`${wholeText(before.new_error_groups)} before`}
        {...(after.new_error_groups > 0 && { tone: 'warning' as const })}
      />
      <Figure
        name="Requests"
        value={countText(after.request_count)}
        about={`${countText(before.request_count)} in the ${windowText(figures)} before`}
      />
    </Figures>
  );
}
