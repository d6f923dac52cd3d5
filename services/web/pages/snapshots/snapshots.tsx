import { Page } from '../../ui/layout.tsx';
import { Breakpoints } from './breakpoints.tsx';
import { Captures } from './captures.tsx';
import { KillSwitch } from './kill-switch.tsx';

/** What were the variables, and where are they captured? */
export const Snapshots = () => (
  <Page title="Snapshots" aside={<KillSwitch />}>
    <Breakpoints />
    <Captures />
  </Page>
);
