import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { pageOf } from '../../page-of.ts';
import { usePageSearch } from '../../page-search.ts';
import { countText, wholeText } from '../../ui/figures.ts';
import { Figure, Figures, Page } from '../../ui/layout.tsx';
import { LinkTo } from '../../ui/page-link.tsx';
import { Pages } from '../../ui/pages.tsx';
import { Panel, ReadBody } from '../../ui/panel.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { costText, unpricedText } from './cost-text.ts';
import styles from './models.module.css';
import { Step } from './step.tsx';
import { useCallQuery } from './use-call-query.ts';

type Found = ResponseOf<'getLlmConversation'>;

const limit = 50;

/** What happened in a conversation, step by step? */
export function ModelConversation() {
  const { window, query } = useCallQuery();
  const [{ id = '', page }] = usePageSearch('id', 'page');
  const { service, end } = query;
  const reading = useRead('getLlmConversation', {
    params: { id },
    query: { service, end, window, limit, offset: (pageOf(page) - 1) * limit },
    everyMs: 30_000,
  });
  return (
    <Page
      title="Conversation"
      aside={
        <>
          <LinkTo link={{ to: '/models/conversations' }}>All conversations</LinkTo> · last {window}
        </>
      }
    >
      <ReadBody reading={reading} height={480}>
        {found => <Conversation found={found} />}
      </ReadBody>
    </Page>
  );
}

function Conversation({ found }: { readonly found: Found }) {
  const { steps, total_count: total, is_content_shown: isShown } = found;
  return (
    <>
      <Totals found={found} />
      <Panel
        title={total === 1 ? '1 step' : `${wholeText(total)} steps`}
        aside={isShown ? 'what looks personal or secret is masked' : <Hidden />}
      >
        <ol className={styles.steps}>
          {steps.map(step => (
            <Step key={`${step.trace_id} ${step.span_id}`} step={step} />
          ))}
        </ol>
        <Pages of="steps" limit={limit} shown={steps.length} total={total} />
      </Panel>
    </>
  );
}

const Hidden = () => (
  <Muted>
    messages are hidden; <code>LLM_CONTENT=true</code> shows them
  </Muted>
);

function Totals({ found }: { readonly found: Found }) {
  return (
    <Panel title={<Foreign>{found.id}</Foreign>}>
      <div className={styles.about}>
        <Figures>
          <Figure
            name="Calls"
            value={countText(found.calls)}
            about={`${wholeText(found.errors)} failed`}
          />
          <Figure
            name="Cost"
            value={costText(found)}
            about={unpricedText(found.calls, found.unpriced_calls)}
          />
          <Figure
            name="Input tokens"
            value={countText(found.input_tokens)}
            about={`${countText(found.cached_input_tokens)} cached`}
          />
          <Figure
            name="Output tokens"
            value={countText(found.output_tokens)}
            about={`${countText(found.reasoning_tokens)} reasoning`}
          />
        </Figures>
        <Muted>
          From <Instant at={found.first_call_at} /> to <Instant at={found.last_call_at} />, by{' '}
          <Foreign>{found.services.join(', ')}</Foreign> with{' '}
          <Foreign>{found.models.join(', ') || 'models that are not named'}</Foreign>.
        </Muted>
      </div>
    </Panel>
  );
}
