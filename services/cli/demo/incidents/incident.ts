import type { Terminal } from '../../terminal.ts';
import type { DemoServer } from '../server.ts';
import type { Call } from './call.ts';
import type { DemoReceiver } from './receiver.ts';

/** What the demo's incidents need: its server, and where they are told. */
export type IncidentSetting = {
  readonly server: Pick<DemoServer, 'url' | 'folder'>;
  readonly key: string;
  readonly terminal: Terminal;
  readonly ended: AbortSignal;
};

/** What of an incident was not seen: a sentence for each. */
export type DemoIncident = { readonly ended: () => Promise<readonly string[]> };

/** What it takes to see how one goes on. */
export type Looking = Pick<IncidentSetting, 'terminal' | 'ended'> & {
  readonly call: Call;
  readonly receiver: DemoReceiver;
};
