import { useParams } from '@tanstack/react-router';
import { type Anomaly as Body, metricNames } from '../../anomalies/words.ts';
import { Causes } from '../../causes/causes.tsx';
import type { ApiProblem } from '../../data/problem.ts';
import { useRead } from '../../data/use-read.ts';
import { useTime } from '../../time/use-time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Lead, Page } from '../../ui/layout.tsx';
import { ReadBody } from '../../ui/panel.tsx';
import { Severity } from '../../ui/severity.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { Actions } from './actions.tsx';
import { Band } from './band.tsx';
import { Summary } from './summary.tsx';

/** What is unlike what is usual, since when, and why? */
export function Anomaly() {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const reading = useRead('getAnomaly', { params: { id }, everyMs: 15_000 });
  const { asOf } = useTime();
  const anomaly = reading.data?.body.anomaly;
  const isEarlier = asOf !== undefined && (reading.error as ApiProblem | null)?.status === 404;
  return (
    <Page
      title={anomaly === undefined ? 'Anomaly' : <Title anomaly={anomaly} />}
      aside={anomaly !== undefined && <Standing anomaly={anomaly} />}
    >
      <ReadBody reading={reading} height={720}>
        {({ anomaly: found, possible_causes: versions }) => (
          <>
            <Lead>
              <Summary anomaly={found} />
              <Actions anomaly={found} />
            </Lead>
            <Band anomaly={found} versions={versions} />
            <AnomalyCauses id={found.id} />
          </>
        )}
      </ReadBody>
      {isEarlier && (
        <Muted>At the instant that you look at it may not have been detected yet.</Muted>
      )}
    </Page>
  );
}

type AnomalyProps = { readonly anomaly: Body };

const Title = ({ anomaly: { metric, direction, service_name } }: AnomalyProps) => (
  <>
    Unusually {direction === 'above' ? 'high' : 'low'} {metricNames[metric]} of{' '}
    <Foreign>{service_name}</Foreign>
  </>
);

const Standing = ({ anomaly: { severity, status } }: AnomalyProps) => (
  <>
    <Severity>{severity}</Severity>
    <Badge tone={status === 'open' ? 'critical' : 'ok'}>{status}</Badge>
  </>
);

/** They are found as those of an alert are. */
const AnomalyCauses = ({ id }: { readonly id: string }) => (
  <Causes reading={useRead('anomalyCauses', { params: { id } })} />
);
