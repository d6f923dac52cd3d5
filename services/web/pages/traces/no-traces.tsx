import { Button } from '../../ui/button.tsx';
import { LinkTo } from '../../ui/page-link.tsx';
import { Empty } from '../../ui/states.tsx';
import { type Filters, isFiltered } from './filters.ts';
import type { ChangeFilters } from './use-filters.ts';

type NoTracesProps = { readonly filters: Filters; readonly change: ChangeFilters };

/** An empty result, and what leads out of it. */
export function NoTraces({ filters, change }: NoTracesProps) {
  if (!isFiltered(filters))
    return (
      <Empty title="No trace began in this range">
        Choose another range above, or <LinkTo link={{ to: '/setup' }}>send telemetry</LinkTo>.
      </Empty>
    );
  return (
    <>
      <Empty title="No trace of this range passes all filters">
        Attributes, operation and service must be those of one and the same span.
      </Empty>
      <Button onClick={() => change({ attributes: [] })}>Remove all filters</Button>
    </>
  );
}
