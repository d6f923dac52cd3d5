import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import type { Json } from '../../../../schemas/json.ts';
import { useRead } from '../../data/use-read.ts';
import { Page } from '../../ui/layout.tsx';
import { Panel, ReadBody } from '../../ui/panel.tsx';
import { StackText } from '../../ui/stack-text.tsx';
import { Empty } from '../../ui/states.tsx';
import { About } from './about.tsx';
import styles from './snapshot.module.css';
import { Tree } from './tree.tsx';

type Snapshot = ResponseOf<'getSnapshot'>;

/** A capture can be read a moment after it was taken. */
const againMs = 2_000;

/** What were the variables, and from where was the place called? */
export function Snapshot() {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const known = useRead('getSnapshot', { params: { id } });
  const isThere = known.data?.body.capture !== null;
  const reading = useRead('getSnapshot', { params: { id }, ...(!isThere && { everyMs: againMs }) });
  return (
    <Page title="Snapshot">
      <ReadBody reading={reading} height={480}>
        {snapshot => (
          <div className={styles.found}>
            <About snapshot={snapshot} />
            {snapshot.capture === null ? (
              <Empty title="What was captured cannot be read yet">It is there in a moment.</Empty>
            ) : (
              <Captured capture={snapshot.capture} />
            )}
          </div>
        )}
      </ReadBody>
    </Page>
  );
}

function Captured({ capture }: { readonly capture: NonNullable<Snapshot['capture']> }) {
  const { variables, stack_trace: stack, request_context, expression_results } = capture;
  return (
    <>
      <Values title="Variables" value={variables} />
      <Values title="Expressions" value={expression_results} />
      {stack !== '' && (
        <Panel title="Stack">
          <StackText sent={stack} />
        </Panel>
      )}
      <Values title="Request" value={request_context} />
      <Values title="Masked before it was sent" value={capture.security_flags} />
    </>
  );
}

type ValuesProps = { readonly title: ReactNode; readonly value: Json };

const isEmpty = (value: Json): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);

const Values = ({ title, value }: ValuesProps) =>
  isEmpty(value) ? null : (
    <Panel title={title}>
      <Tree value={value} />
    </Panel>
  );
