import type Stripe from 'stripe';
import type { Payment } from '../../schemas/billing/payment.ts';
import type { Invoice, InvoicePage } from './port.ts';
import { isCode, translated } from './stripe-errors.ts';

const ms = (seconds: number): number => seconds * 1_000;

/** Of the customer whom the payment names, whatever the cursor says. */
export async function listInvoices(
  stripe: Stripe,
  { customer }: Pick<Payment, 'customer'>,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string },
): Promise<InvoicePage> {
  const asked = { customer, limit, ...(cursor !== undefined && { starting_after: cursor }) };
  const page = await translated(stripe.invoices.list(asked)).catch(error => {
    if (isCode(error, 'resource_missing')) return { data: [], has_more: false };
    throw error;
  });
  const last = page.data.at(-1);
  return {
    invoices: page.data.map(invoiceOf),
    ...(page.has_more && last !== undefined && { nextCursor: last.id }),
  };
}

function invoiceOf(invoice: Stripe.Invoice): Invoice {
  // The period of an invoice is the one before: what is paid for stands in its lines.
  const periods = invoice.lines.data.map(({ period }) => period);
  return {
    id: invoice.id,
    number: invoice.number,
    status: invoice.status ?? 'draft',
    createdAtMs: ms(invoice.created),
    periodStartMs: ms(Math.min(...periods.map(({ start }) => start), invoice.period_end)),
    periodEndMs: ms(Math.max(...periods.map(({ end }) => end), invoice.period_end)),
    amountCents: invoice.total,
    currency: invoice.currency.toUpperCase(),
    url: invoice.hosted_invoice_url ?? null,
  };
}
