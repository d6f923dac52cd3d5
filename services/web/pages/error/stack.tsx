import { Panel } from '../../ui/panel.tsx';
import { StackText } from '../../ui/stack-text.tsx';
import { Empty } from '../../ui/states.tsx';
import type { Found } from './found.ts';

/** Where in the code the latest of them was thrown. */
export const Stack = ({ found: { stack, symbolicated, unmapped } }: { readonly found: Found }) => (
  <Panel title="Stack">
    {stack === null ? (
      <Empty title="It came without a stack">
        Record the exception on its span to see where in the code it was thrown.
      </Empty>
    ) : (
      <StackText sent={stack} inSources={symbolicated?.stacktrace} unmapped={unmapped} />
    )}
  </Panel>
);
