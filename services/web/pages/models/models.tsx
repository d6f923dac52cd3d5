import { useRead } from '../../data/use-read.ts';
import { usePageSearch } from '../../page-search.ts';
import { Box } from '../../ui/box.tsx';
import { Button } from '../../ui/button.tsx';
import { Columns, Page } from '../../ui/layout.tsx';
import { LinkTo } from '../../ui/page-link.tsx';
import { ReadBody, ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine } from '../../ui/text.tsx';
import { Calls } from './calls.tsx';
import { ModelTable } from './model-table.tsx';
import styles from './models.module.css';
import { StepTable, stepTableHeight } from './step-table.tsx';
import { Totals } from './totals.tsx';
import { useCallQuery } from './use-call-query.ts';

/** Pixels of the table, however many models there are. */
const tableHeight = 184;

/** Which language models are called, how much, and how well? */
export function Models() {
  const { window, query } = useCallQuery();
  const reading = useRead('llmStats', { query, everyMs: 30_000 });
  return (
    <Page
      title="LLM calls"
      aside={
        <>
          <LinkTo link={{ to: '/models/conversations' }}>Conversations</LinkTo> · last {window}
        </>
      }
    >
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
      <Columns>
        {(['agents', 'tools'] as const).map(of => (
          <ReadPanel
            key={of}
            title={of === 'agents' ? 'Agents' : 'Tools'}
            aside="not counted as calls"
            reading={reading}
            height={stepTableHeight}
          >
            {body => <StepTable of={of} steps={body[of]} />}
          </ReadPanel>
        ))}
      </Columns>
      <Calls />
    </Page>
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
