import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { countText, durationText, percentText, wholeText } from '../../ui/figures.ts';
import { Figure, Figures } from '../../ui/layout.tsx';
import { costText, unpricedText } from './cost-text.ts';

type TotalsProps = { readonly total: ResponseOf<'llmStats'>['total'] };

/** Without calls there is no duration and no share, which is not the same as none of it. */
export function Totals({ total }: TotalsProps) {
  const isNone = total.calls === 0;
  const duration = (ms: number | null): string => (isNone || ms === null ? '–' : durationText(ms));
  return (
    <Figures>
      <Figure name="Calls" value={countText(total.calls)} />
      <Figure
        name="Failed"
        value={isNone ? '–' : percentText(total.error_rate)}
        about={total.errors === 1 ? '1 call' : `${wholeText(total.errors)} calls`}
        {...(total.error_rate > 5 ? { tone: 'critical' as const } : {})}
      />
      <Figure
        name="Cost"
        value={costText(total)}
        about={unpricedText(total.calls, total.unpriced_calls)}
      />
      <Figure
        name="Input tokens"
        value={countText(total.input_tokens)}
        about={partText(total.cached_input_tokens, total.input_tokens, 'cached')}
      />
      <Figure
        name="Output tokens"
        value={countText(total.output_tokens)}
        about={partText(total.reasoning_tokens, total.output_tokens, 'reasoning')}
      />
      <Figure
        name="p95"
        value={duration(total.p95_duration_ms)}
        about={`p50 ${duration(total.p50_duration_ms)}`}
      />
      <Figure
        name="First token p95"
        value={duration(total.p95_first_token_ms)}
        about={`p50 ${duration(total.p50_first_token_ms)}`}
      />
    </Figures>
  );
}

const partText = (part: number, whole: number, name: string): string =>
  `${percentText(whole === 0 ? 0 : (100 * part) / whole)} ${name}`;
