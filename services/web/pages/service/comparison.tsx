import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { sendJson } from '../../data/api.ts';
import type { Reading } from '../../data/use-read.ts';
import { instantText } from '../../time/format.ts';
import { useTime } from '../../time/use-time.ts';
import { useZone } from '../../time/zone.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { durationText, percentText, wholeText } from '../../ui/figures.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { ReadBody } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import type { Scope } from './scope.ts';
import type { Chosen } from './selection.ts';
import styles from './service.module.css';

type Row = ResponseOf<'compareSpans'>['attributes'][number];

type ComparisonProps = Scope & { readonly chosen: Chosen; readonly close: () => void };

/** Which attributes the chosen spans have more often than the rest of the same service and time. */
export function Comparison({ service, operation, chosen, close }: ComparisonProps) {
  const reading = useComparison({ service, operation, chosen });
  const zone = useZone();
  const { fromMs, toMs, minMs, maxMs, status } = chosen;
  const at = (ms: number) => instantText(ms, 'minute', zone);
  const durations = minMs === undefined ? '' : `, from ${durationText(minMs)}`;
  const until = maxMs === undefined ? '' : ` to ${durationText(maxMs)}`;
  return (
    <section aria-label="What is different">
      <div className={styles.tools}>
        <strong>
          {status === 'error' ? 'Failed requests' : 'Requests'} of {at(fromMs)} to {at(toMs)}
          {durations}
          {until}
        </strong>
        <LinkTo link={{ to: '/traces', search: tracesOf(service, operation, chosen) }}>
          Their traces
        </LinkTo>
        <Button look="quiet" onClick={close}>
          Close
        </Button>
      </div>
      <ReadBody reading={reading} height={200}>
        {found => <Found {...found} />}
      </ReadBody>
    </section>
  );
}

function Found({ selection, baseline, attributes, sampled_one_in }: ResponseOf<'compareSpans'>) {
  return (
    <>
      <Muted>
        {wholeText(selection.spans)} chosen spans against {wholeText(baseline.spans)} others
        {sampled_one_in > 1 && `; one trace in ${sampled_one_in} was looked at`}
      </Muted>
      {attributes.length === 0 ? (
        <Empty title="They differ in nothing that they say of themselves" />
      ) : (
        <DataTable
          caption="Attributes that differ most"
          columns={columns}
          rows={attributes}
          keyOf={({ key, value }) => `${key} ${value}`}
        />
      )}
    </>
  );
}

const columns: readonly Column<Row>[] = [
  { name: 'Attribute', cell: ({ key }) => <ForeignLine>{key}</ForeignLine> },
  { name: 'Value', cell: ({ value }) => <ForeignLine>{value}</ForeignLine> },
  { name: 'Chosen', isNumber: true, cell: ({ selection }) => percentText(selection.share) },
  { name: 'Others', isNumber: true, cell: ({ baseline }) => percentText(baseline.share) },
  {
    name: 'Shares',
    cell: ({ selection, baseline }) => (
      <div className={styles.shares}>
        <div className={styles.bar} style={{ width: `${selection.share}%` }} />
        <div className={styles.bar} data-is="baseline" style={{ width: `${baseline.share}%` }} />
      </div>
    ),
  },
];

function useComparison({ service, operation, chosen }: Omit<ComparisonProps, 'close'>) {
  const { asOf, isKnownThen } = useTime();
  const { fromMs, toMs, minMs, maxMs, status } = chosen;
  const body = {
    selection: {
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
      service,
      operation,
      status,
      min_duration_ms: minMs,
      max_duration_ms: maxMs,
    },
    ...(asOf !== undefined && isKnownThen && { as_of: asOf }),
  };
  return useQuery({
    queryKey: ['compareSpans', body],
    queryFn: ({ signal }) =>
      sendJson<'compareSpans'>('/v1/traces/compare', { method: 'POST', body, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  }) as Reading<'compareSpans'>;
}

const tracesOf = (service: string, operation: string | undefined, chosen: Chosen) => ({
  service,
  ...(operation !== undefined && { operation }),
  from: new Date(chosen.fromMs).toISOString(),
  to: new Date(chosen.toMs).toISOString(),
  ...(chosen.status !== undefined && { status: chosen.status }),
  ...(chosen.minMs !== undefined && { min_duration: String(Math.floor(chosen.minMs)) }),
  ...(chosen.maxMs !== undefined && { max_duration: String(Math.ceil(chosen.maxMs)) }),
});
