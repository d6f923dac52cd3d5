import { useParams } from '@tanstack/react-router';
import { useRead } from '../../data/use-read.ts';
import { Page } from '../../ui/layout.tsx';
import { ReadBody } from '../../ui/panel.tsx';
import { Heading } from './heading.tsx';
import { TraceView } from './trace-view.tsx';

/** Where did the time go, and what failed first? */
export function Trace() {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const reading = useRead('getTraceOutline', { params: { id } });
  const outline = reading.data?.body;
  return (
    <Page title={outline === undefined ? 'Trace' : <Heading outline={outline} />}>
      <ReadBody reading={reading} height={600}>
        {body => <TraceView key={body.trace.trace_id} outline={body} />}
      </ReadBody>
    </Page>
  );
}
