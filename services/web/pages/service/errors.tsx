import { useRead } from '../../data/use-read.ts';
import { errorsLink, traceLink } from '../../links.ts';
import { windowOf } from '../../time/time-search.ts';
import { useTime } from '../../time/use-time.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { wholeText } from '../../ui/figures.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { useInView } from '../../ui/use-in-view.ts';

const shownMax = 10;

/** Spans that failed, the latest first, each with its trace. */
export function Errors({ service }: { readonly service: string }) {
  const window = windowOf(useTime());
  const [box, isWanted] = useInView();
  const reading = useRead('serviceErrors', {
    params: { name: service },
    query: { window, limit: shownMax },
    everyMs: 15_000,
    isWanted,
  });
  return (
    <ReadPanel
      title="Errors"
      box={box}
      reading={reading}
      height={240}
      aside={
        <>
          {`last ${window}`}
          <LinkTo link={errorsLink(service)}>All kinds</LinkTo>
        </>
      }
    >
      {({ errors, total }) =>
        errors.length === 0 ? (
          <Empty title="Nothing failed in this time" />
        ) : (
          <>
            <DataTable
              caption={`Errors of ${service}`}
              rows={errors}
              keyOf={({ span_id, trace_id }) => `${trace_id} ${span_id}`}
              columns={[
                {
                  name: 'When',
                  width: '112px',
                  cell: ({ timestamp, trace_id }) => (
                    <LinkTo link={traceLink(trace_id)}>
                      <Instant at={timestamp} shape="clock" />
                    </LinkTo>
                  ),
                },
                {
                  name: 'Error',
                  cell: ({ error_type, message, operation }) => (
                    <>
                      <ForeignLine>{[error_type, message].filter(Boolean).join(': ')}</ForeignLine>
                      <Muted>
                        <ForeignLine>{operation}</ForeignLine>
                      </Muted>
                    </>
                  ),
                },
              ]}
            />
            {total > errors.length && (
              <Muted>{wholeText(total)} spans failed; these are the latest.</Muted>
            )}
          </>
        )
      }
    </ReadPanel>
  );
}
