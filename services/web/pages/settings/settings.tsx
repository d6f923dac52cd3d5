import { Columns, Page } from '../../ui/layout.tsx';
import { Assistant } from './assistant.tsx';
import { Organization } from './organization.tsx';
import { Replays } from './replays.tsx';
import { Retention } from './retention.tsx';
import { SignedIn } from './signed-in.tsx';

/** What the organization is called, how long data are kept, what is masked in sessions, and as whom I am here? */
export const Settings = () => (
  <Page title="Settings">
    <Columns>
      <Organization />
      <SignedIn />
      <Retention />
      <Assistant />
    </Columns>
    <Replays />
  </Page>
);
