import { useParams } from '@tanstack/react-router';
import { Causes } from '../../causes/causes.tsx';
import type { ApiProblem } from '../../data/problem.ts';
import { useRead } from '../../data/use-read.ts';
import { useTime } from '../../time/use-time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Columns, Lead, Page } from '../../ui/layout.tsx';
import { ReadBody } from '../../ui/panel.tsx';
import { Severity } from '../../ui/severity.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { Actions } from './actions.tsx';
import styles from './alert.module.css';
import { Changes } from './changes.tsx';
import { Evaluations } from './evaluations.tsx';
import { Evidence } from './evidence.tsx';
import { Notices } from './notices.tsx';
import { Proof } from './proof.tsx';
import { Summary } from './summary.tsx';
import { Sweep } from './sweep.tsx';
import { Timeline } from './timeline.tsx';
import type { Alert as Body } from './words.ts';

/** Why was I paged? */
export function Alert() {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const reading = useRead('getAlert', { params: { id }, everyMs: 15_000 });
  const { asOf } = useTime();
  const alert = reading.data?.body;
  const isEarlier = asOf !== undefined && (reading.error as ApiProblem | null)?.status === 404;
  return (
    <Page
      title={alert === undefined ? 'Alert' : <Foreign>{alert.name}</Foreign>}
      aside={alert !== undefined && <Standing alert={alert} />}
    >
      <ReadBody reading={reading} height={720}>
        {found => <Found alert={found} />}
      </ReadBody>
      {isEarlier && <Muted>At the instant that you look at it may not have fired yet.</Muted>}
    </Page>
  );
}

const Standing = ({ alert }: { readonly alert: Body }) => (
  <>
    <Severity>{alert.severity}</Severity>
    {alert.status === 'firing' ? (
      <Badge tone="critical">firing</Badge>
    ) : (
      <Badge tone="ok">resolved</Badge>
    )}
  </>
);

const Found = ({ alert }: { readonly alert: Body }) => (
  <>
    <Lead>
      <Summary alert={alert} />
      <Actions alert={alert} />
    </Lead>
    <Evaluations alert={alert} />
    <AlertCauses alert={alert} />
    <Columns>
      <Evidence alert={alert} />
      <Timeline alert={alert} />
    </Columns>
    <Columns>
      <Proof alert={alert} />
      <div className={styles.stack}>
        <Changes alert={alert} />
        <Notices alert={alert} />
      </div>
    </Columns>
    <Sweep alert={alert} />
  </>
);

const AlertCauses = ({ alert }: { readonly alert: Body }) => (
  <Causes reading={useRead('alertCauses', { params: { id: alert.id } })} />
);
