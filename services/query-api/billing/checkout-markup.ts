import { limitTexts, paidOffer } from '../../../domain/billing/plans.ts';
import { escapeMarkup } from '../../../platform/http/documents/markup.ts';
import { pageHeaders, pageOf } from '../../../platform/http/documents/page.ts';
import type { CheckoutRow } from '../../../projections/billing/checkouts.ts';
import { webUrlFault } from '../../../schemas/http/web-url.ts';

type Found = {
  readonly row: CheckoutRow;
  readonly session: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
};

/** What the page of a session shows. */
export type CheckoutView =
  | { readonly state: 'unknown' }
  | (Found & { readonly state: 'open' | 'completed' | 'expired' });

export const checkoutHeaders = (view: CheckoutView) => pageHeaders(formTargets(view));

/** Browsers apply `form-action` to where a form redirects, so the page names that origin too, if it can stand in a policy. */
function formTargets(view: CheckoutView): string {
  if (view.state !== 'open') return "'none'";
  return webUrlFault(view.successUrl) === undefined
    ? `'self' ${new URL(view.successUrl).origin}`
    : "'self'";
}

export const checkoutMarkup = (view: CheckoutView): string =>
  pageOf(
    'Tidemark sandbox checkout',
    '<p class="sandbox"><b>Sandbox.</b> No money is taken, and no card is needed.</p>' +
      contentOf(view),
  );

function contentOf(view: CheckoutView): string {
  switch (view.state) {
    case 'unknown':
      return '<h1>There is no such checkout</h1><p>Go back to where you came from and begin again.</p>';
    case 'expired':
      return `<h1>This checkout has expired</h1><p>Nothing was changed.</p>${link('Go back', view.cancelUrl)}`;
    case 'completed':
      return `<h1>This checkout is completed</h1><p>The plan is ${nameOf(view.row)}.</p>${link('Go on', view.successUrl)}`;
    case 'open':
      return orderOf(view);
  }
}

function orderOf({ row, session, cancelUrl }: Found): string {
  const { price, currency, interval, expiresAtMs } = row;
  const limits = limitTexts(row).map(text => `<li>${escapeMarkup(text)}</li>`);
  const period = interval === 'monthly' ? 'month' : 'year';
  return (
    `<h1>Tidemark ${nameOf(row)}</h1>` +
    `<p class="price">${price.toLocaleString('en-US')} ${escapeMarkup(currency)} <small>a ${period}</small></p>` +
    `<ul>${limits.join('')}</ul>` +
    // Relative, so that it is right behind any prefix of the public URL.
    `<form method="post" action="${encodeURIComponent(session)}/complete">` +
    `<button type="submit">Complete the sandbox payment</button></form>${link('Cancel', cancelUrl)}` +
    `<p><small>Open until ${new Date(expiresAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC.</small></p>`
  );
}

/** A plan that is sold no more is named by its id. */
const nameOf = ({ plan }: CheckoutRow): string => escapeMarkup(paidOffer(plan)?.name ?? plan);

const link = (text: string, url: string): string =>
  `<a rel="noreferrer" href="${escapeMarkup(url)}">${text}</a>`;
