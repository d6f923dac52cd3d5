import { useRead } from '../../data/use-read.ts';
import { usePageSearch } from '../../page-search.ts';
import { useTime } from '../../time/use-time.ts';
import { Page } from '../../ui/layout.tsx';
import { Muted } from '../../ui/text.tsx';
import { Invoices } from './invoices.tsx';
import { Months } from './months.tsx';
import { OverQuota } from './over-quota.tsx';
import { Payment } from './payment.tsx';
import { Plans } from './plans.tsx';
import { Quota } from './quota.tsx';
import { UsageByDay } from './usage-by-day.tsx';

/** As far as a response reaches back. */
const months = 36;

/** What was used, of how much, and is it what was stored? */
export function Billing() {
  const [{ recount }] = usePageSearch('recount');
  const { asOf } = useTime();
  const usage = useRead('billingUsage', {
    query: { months, ...(recount !== undefined && { recount: true }) },
    everyMs: 60_000,
  });
  return (
    <Page
      title="Billing"
      aside={asOf !== undefined && <Muted>Usage by day and month is that of now.</Muted>}
    >
      <Quota />
      <Payment />
      <OverQuota />
      <UsageByDay reading={usage} />
      <Plans />
      <Months reading={usage} />
      <Invoices />
    </Page>
  );
}
