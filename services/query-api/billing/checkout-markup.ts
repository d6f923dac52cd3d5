import { createHash } from 'node:crypto';
import { escapeMarkup } from '../../../platform/http/documents/markup.ts';
import type { CheckoutRow } from '../../../projections/billing/checkouts.ts';
import { limitTexts, paidOffer } from '../../../schemas/billing/plans.ts';
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

const style = `
:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 20%,transparent)}
body{font:16px/1.5 system-ui,sans-serif;max-width:28rem;margin:10vh auto;padding:0 1rem}
main{border:1px solid var(--line);border-radius:.7rem;padding:1.5rem}
h1{font-size:1.3rem;margin:0}ul{padding-left:1.2rem}
.price{font-size:1.8rem;font-weight:600;margin:.4rem 0}
.sandbox{background:#fff3bf;color:#5c3c00;border-radius:.4rem;padding:.6rem .8rem;margin:0 0 1.2rem}
button{font:inherit;width:100%;padding:.7rem;border:0;border-radius:.4rem;background:#1864ab;color:#fff;cursor:pointer}
a{display:block;text-align:center;margin-top:1rem;color:inherit}small{opacity:.75}`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Browsers apply `form-action` to where a form redirects, so the page names that origin too, if it can stand in a policy. */
const formTargets = (view: CheckoutView): string => {
  if (view.state !== 'open') return "'none'";
  return webUrlFault(view.successUrl) === undefined
    ? `'self' ${new URL(view.successUrl).origin}`
    : "'self'";
};

export const pageHeaders = (view: CheckoutView) => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `form-action ${formTargets(view)}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  // The address of the page is the session.
  'Referrer-Policy': 'no-referrer',
});

export const checkoutMarkup = (view: CheckoutView): string =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
  `<title>Tidemark sandbox checkout</title><style>${style}</style></head><body><main>` +
  '<p class="sandbox"><b>Sandbox.</b> No money is taken, and no card is needed.</p>' +
  `${contentOf(view)}</main></body></html>`;

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
