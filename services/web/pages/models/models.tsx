import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { usePageSearch } from '../../page-search.ts';
import { Box } from '../../ui/box.tsx';
import { Button } from '../../ui/button.tsx';
import { countText, durationText, percentText, wholeText } from '../../ui/figures.ts';
import { Figure, Figures, Page } from '../../ui/layout.tsx';
import { ReadBody, ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine } from '../../ui/text.tsx';
import { Calls } from './calls.tsx';
import { ModelTable } from './model-table.tsx';
import styles from './models.module.css';
import { useCallQuery } from './use-call-query.ts';

/** Pixels of the table, however many models there are. */
const tableHeight = 184;

/** Which language models are called, how much, and how well? */
export function Models() {
  const { window, query } = useCallQuery();
  const reading = useRead('llmStats', { query, everyMs: 30_000 });
  return (
    <Page title="LLM calls" aside={`last ${window}`}>
      <Filters />
      <ReadBody reading={reading} height={90}>
        {({ total }) => <Totals total={total} />}
      </ReadBody>
      <ReadPanel title="By model" reading={reading} height={tableHeight}>
        {({ models }) => (
          <Box name="By model" height={tableHeight}>
            {models.length === 0 ? (
              <Empty title="No language model was called in this time">
                Calls are here when their spans have the attributes of GenAI of OpenTelemetry, such
                as gen_ai.request.model and gen_ai.usage.input_tokens. The instrumentations of
                OpenAI, Anthropic, Bedrock and others set them.
              </Empty>
            ) : (
              <ModelTable models={models} />
            )}
          </Box>
        )}
      </ReadPanel>
      <Calls />
    </Page>
  );
}

type TotalsProps = { readonly total: ResponseOf<'llmStats'>['total'] };

/** Without calls there is no duration and no share, which is not the same as none of it. */
function Totals({ total }: TotalsProps) {
  const isNone = total.calls === 0;
  const duration = (ms: number): string => (isNone ? '–' : durationText(ms));
  return (
    <Figures>
      <Figure name="Calls" value={countText(total.calls)} />
      <Figure
        name="Failed"
        value={isNone ? '–' : percentText(total.error_rate)}
        about={`${wholeText(total.errors)} calls`}
        {...(total.error_rate > 5 ? { tone: 'critical' as const } : {})}
      />
      <Figure name="Input tokens" value={countText(total.input_tokens)} />
      <Figure name="Output tokens" value={countText(total.output_tokens)} />
      <Figure name="p50" value={duration(total.p50_duration_ms)} />
      <Figure
        name="p95"
        value={duration(total.p95_duration_ms)}
        about={`mean ${duration(total.avg_duration_ms)}`}
      />
    </Figures>
  );
}

/** What narrows the page, and how to take it back. */
function Filters() {
  const [search, change] = usePageSearch('service', 'provider', 'model', 'failed', 'page');
  const isFailed = search.failed !== undefined;
  return (
    <div className={styles.tools}>
      <Button
        aria-pressed={isFailed}
        onClick={() => change({ failed: isFailed ? '' : 'only', page: '' })}
      >
        Only failed
      </Button>
      {(['service', 'provider', 'model'] as const).map(name => {
        const value = search[name];
        return (
          value !== undefined && (
            <Button key={name} onClick={() => change({ [name]: '', page: '' })}>
              All {name}s, not only <ForeignLine>{value}</ForeignLine>
            </Button>
          )
        );
      })}
    </div>
  );
}
