import { useParams } from '@tanstack/react-router';
import { useRead } from '../../data/use-read.ts';
import { useTime } from '../../time/use-time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Columns, Page } from '../../ui/layout.tsx';
import { ReadBody } from '../../ui/panel.tsx';
import { Foreign } from '../../ui/text.tsx';
import { nameOf, standingOf } from '../errors/group.ts';
import { Actions } from './actions.tsx';
import { Examples } from './examples.tsx';
import type { Found } from './found.ts';
import { Frequency } from './frequency.tsx';
import { Operations } from './operations.tsx';
import { Stack } from './stack.tsx';
import { Summary } from './summary.tsx';

/** What is this error, since when does it come, and where is one of it? */
export function ErrorGroup() {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const { from, to } = useTime();
  const reading = useRead('getError', { params: { id }, query: { from, to }, everyMs: 15_000 });
  const found = reading.data?.body;
  return (
    <Page
      title={found === undefined ? 'Error' : <Foreign>{nameOf(found).slice(0, 300)}</Foreign>}
      aside={found !== undefined && <Standing found={found} />}
    >
      <ReadBody reading={reading} height={720}>
        {body => <Parts found={body} />}
      </ReadBody>
    </Page>
  );
}

function Standing({ found }: { readonly found: Found }) {
  const { text, tone } = standingOf(found);
  return <Badge tone={tone}>{text}</Badge>;
}

const Parts = ({ found }: { readonly found: Found }) => (
  <>
    <Summary found={found}>
      <Actions found={found} />
    </Summary>
    <Frequency found={found} />
    <Columns>
      <Stack found={found} />
      <Operations found={found} />
    </Columns>
    <Examples found={found} />
  </>
);
