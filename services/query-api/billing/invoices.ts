import type { Handler } from '../../../platform/http/handler.ts';
import { type InvoicePage, PaymentRefused } from '../../../platform/payments/port.ts';
import { openTurns } from '../../../platform/shares/turns.ts';
import { type PaymentRow, payments as rows } from '../../../projections/billing/payments.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { limits } from '../config.ts';
import type { QueryShared } from '../shared.ts';

type Body = ResponseOf<'invoices'>;
type Page = { readonly limit: number; readonly cursor?: string };

/** GET /v1/billing/invoices: as the payment provider has them now, so nothing of them is stored. */
export function invoices({
  projections,
  payments,
}: Pick<QueryShared, 'projections' | 'payments'>): Handler<'invoices'> {
  const turns = openTurns({ what: 'reads of invoices', ...limits.invoices });
  const read = async (row: PaymentRow, page: Page, signal: AbortSignal): Promise<InvoicePage> => {
    const leave = await turns.enter(row.organizationId, signal);
    try {
      return await payments.listInvoices(row.payment, page);
    } catch (error) {
      if (error instanceof PaymentRefused) return none;
      throw error;
    } finally {
      leave();
    }
  };
  return async ({ key: { organizationId }, query: { limit, cursor }, signal }) => {
    const row = (await projections.state({ signal })).get(rows, organizationId);
    const page = { limit, ...(cursor !== undefined && { cursor }) };
    const isAsked = row !== undefined && row.payment.provider === payments.name;
    return { status: 200, body: bodyOf(isAsked ? await read(row, page, signal) : none) };
  };
}

const none: InvoicePage = { invoices: [] };

const hundredths = 100;
const instant = (atMs: number): string => new Date(atMs).toISOString();

const bodyOf = ({ invoices: found, nextCursor }: InvoicePage): Body => ({
  invoices: found.map(({ id, number, status, currency, url, ...of }) => ({
    id,
    number,
    status,
    created_at: instant(of.createdAtMs),
    period_start: instant(of.periodStartMs),
    period_end: instant(of.periodEndMs),
    amount: of.amountCents / hundredths,
    currency,
    url,
  })),
  next_cursor: nextCursor ?? null,
});
