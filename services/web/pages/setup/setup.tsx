import { Columns, Page } from '../../ui/layout.tsx';
import { Arrivals } from './arrivals.tsx';
import { FirstSpan } from './first-span.tsx';
import { Send } from './send.tsx';

/** How do I send, what arrived, and what was refused? */
export const Setup = () => (
  <Page title="Set up">
    <FirstSpan />
    <Columns>
      <Send />
      <Arrivals />
    </Columns>
  </Page>
);
