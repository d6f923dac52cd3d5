import { Columns, Page } from '../../ui/layout.tsx';
import { Arrivals } from '../setup/arrivals.tsx';
import { Send } from '../setup/send.tsx';

/** An organization that never sent anything sees how, until its first span arrives. */
export const FirstMinute = () => (
  <Page title="Welcome">
    <Columns>
      <Send />
      <Arrivals />
    </Columns>
  </Page>
);
