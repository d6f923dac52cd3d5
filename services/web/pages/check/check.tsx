import { useParams } from '@tanstack/react-router';
import type { ApiProblem } from '../../data/problem.ts';
import { useRead } from '../../data/use-read.ts';
import { relativeText } from '../../time/format.ts';
import { useNow } from '../../time/use-now.ts';
import { useTime } from '../../time/use-time.ts';
import { wholeText } from '../../ui/figures.ts';
import { Columns, Figure, Figures, Page } from '../../ui/layout.tsx';
import { ServiceName } from '../../ui/page-link.tsx';
import { ReadBody } from '../../ui/panel.tsx';
import { Foreign, ForeignLine } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { History } from '../../versions/history.tsx';
import { type CheckBody, stateOf, uptimeText } from '../checks/words.ts';
import { Actions } from './actions.tsx';
import { Definition } from './definition.tsx';
import { Maintenance } from './maintenance.tsx';
import { OutageList } from './outage-list.tsx';
import { ResponseTimes } from './response-times.tsx';
import { ResultTable } from './result-table.tsx';
import { Told } from './told.tsx';
import { Uptime } from './uptime.tsx';

/** Is it up, was it up, and what happened when it was not? */
export function Check() {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const reading = useRead('getHealthCheck', { params: { id }, everyMs: 15_000 });
  const check = reading.data?.body.health_check;
  const isGone = (reading.error as ApiProblem | null)?.status === 404;
  return (
    <Page
      title={check === undefined ? 'Check' : <Foreign>{check.check_name}</Foreign>}
      aside={check !== undefined && <ServiceName>{check.service_name}</ServiceName>}
    >
      <ReadBody reading={reading} height={720}>
        {found => <Found check={found.health_check} />}
      </ReadBody>
      {isGone && <History of="health check" id={id} />}
    </Page>
  );
}

function Found({ check }: { readonly check: CheckBody }) {
  const { id } = check;
  return (
    <>
      <Actions check={check} />
      <Now check={check} />
      <Uptime id={id} />
      {check.check_type === 'pull' && <ResponseTimes id={id} />}
      <Columns>
        <OutageList id={id} />
        <Maintenance id={id} />
      </Columns>
      <Columns>
        <Definition check={check} />
        <Told id={id} />
      </Columns>
      <History of="health check" id={id} />
      <ResultTable id={id} />
    </>
  );
}

/** Maintenance that was declared afterwards changes the figure that was shown before. */
const withoutText = ({ uptime_percentage: now, uptime_percentage_original: then }: CheckBody) =>
  now === then
    ? 'without maintenance'
    : `without maintenance; ${uptimeText(then)} before it was declared`;

function Now({ check }: { readonly check: CheckBody }) {
  const { asOf } = useTime();
  const nowMs = useNow();
  const atMs = asOf === undefined ? nowMs : Date.parse(asOf);
  const [tone, text] = stateOf(check);
  const { last_check_at: at, last_error: error, consecutive_failures: failures } = check;
  return (
    <Figures>
      <Figure
        name="State"
        value={text}
        {...((tone === 'ok' || tone === 'warning' || tone === 'critical') && { tone })}
        about={check.alert_enabled ? 'failures are told' : 'failures tell nobody'}
      />
      <Figure
        name="Uptime, 30 days"
        value={uptimeText(check.uptime_percentage)}
        about={withoutText(check)}
      />
      <Figure
        name="Failures in a row"
        value={wholeText(failures)}
        about={<ForeignLine>{error ?? 'no error'}</ForeignLine>}
      />
      <Figure
        name="Last result"
        value={
          at === null ? 'none yet' : relativeText(Date.parse(at), Math.max(atMs, Date.parse(at)))
        }
        about={at === null ? 'it comes by itself' : <Instant at={at} />}
      />
    </Figures>
  );
}
