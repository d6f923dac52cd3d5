import type { QuotaExceeded, QuotaWarned } from '../../../../schemas/billing/events.ts';
import { monthEndMs, monthStartMs } from '../../../../schemas/billing/month.ts';
import { dayOf } from '../../../../schemas/day.ts';

type QuotaFact = Pick<QuotaWarned | QuotaExceeded, 'type' | 'data'>;

/** The mail about a quota: how much is used, what happens now, and what to do. */
export function quotaEmail(
  { data, type }: QuotaFact,
  plansUrl: string,
): { readonly subject: string; readonly text: string } {
  const { traces, traceLimit, bytes, bytesLimit, month } = data;
  const share = Math.floor(100 * Math.max(traces / traceLimit, bytes / bytesLimit));
  const name = monthName(monthStartMs(month));
  const isOver = type === 'QuotaExceeded';
  return {
    subject: isOver
      ? `Your Tidemark quota for ${name} is used up`
      : `${share} % of your Tidemark quota for ${name} is used`,
    text: [
      `In ${name} (UTC) your organization used ${count(traces)} of ${count(traceLimit)} traces and ${gigabytes(bytes)} of ${gigabytes(bytesLimit)} GB.`,
      isOver ? overText(anewOf(data), plansUrl) : nearText(anewOf(data), plansUrl),
      `A larger plan is at ${plansUrl} and counts at once.`,
      'To send less, sample where traces begin: OTEL_TRACES_SAMPLER=parentbased_traceidratio and OTEL_TRACES_SAMPLER_ARG=0.1 keep one trace in ten.',
      '',
    ].join('\n\n'),
  };
}

const overText = (anew: string, url: string): string =>
  `Traces and metrics that you send until ${anew} are rejected, or parked if you chose that at ${url}: then they count as soon as there is quota again. The response to every request says so. Stored data can be read as before.`;

const nearText = (anew: string, url: string): string =>
  `Everything is still taken. At 100 % nothing more will be, until ${anew}, unless you choose at ${url} that it is parked; what is stored can be read all the same.`;

const anewOf = ({ month }: QuotaFact['data']): string => `${dayOf(monthEndMs(month))} 00:00 UTC`;

const monthName = (atMs: number): string =>
  new Date(atMs).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const count = (value: number): string => value.toLocaleString('en-US');

const gigabytes = (bytes: number): string =>
  (bytes / 1e9).toLocaleString('en-US', { maximumFractionDigits: 2 });
