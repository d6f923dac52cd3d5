import { useRead } from '../../data/use-read.ts';
import { usePageSearch } from '../../page-search.ts';
import { useTime } from '../../time/use-time.ts';
import { Field } from '../../ui/field.tsx';
import { Page } from '../../ui/layout.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ServiceTable } from './service-table.tsx';

/** Which service is unusual? */
export function Services() {
  const { from, to } = useTime();
  const [{ q = '' }, change] = usePageSearch('q');
  const reading = useRead('listServices', { query: { from, to }, everyMs: 30_000 });
  const wanted = q.toLowerCase();
  return (
    <Page title="Services">
      <Field
        label="Name contains"
        value={q}
        onChange={({ target }) => change({ q: target.value })}
      />
      <ReadPanel title="All services" reading={reading} height={480}>
        {({ services, ...range }) => {
          const found = services.filter(({ name }) => name.toLowerCase().includes(wanted));
          return found.length > 0 ? (
            <ServiceTable {...range} services={found} />
          ) : (
            <Empty title="No service has this name, or none sent a request in this range">
              A service is here as soon as its first span arrives.
            </Empty>
          );
        }}
      </ReadPanel>
    </Page>
  );
}
