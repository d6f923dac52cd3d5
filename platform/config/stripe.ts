import type { StripeSettings } from '../payments/port.ts';
import type { Texts } from './file.ts';
import type { Values } from './names.ts';

/** Nothing: the sandbox, which takes no money. */
export function stripeOf({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_URL: apiUrl,
}: Values): { readonly stripe?: StripeSettings } {
  if (secretKey === undefined || webhookSecret === undefined) return {};
  return { stripe: { secretKey, webhookSecret, ...(apiUrl && { apiUrl }) } };
}

/** What is wrong with names that are right one by one. */
export function stripeErrors(texts: Texts): readonly string[] {
  const secrets = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
  const given = secrets.filter(name => texts[name] !== undefined);
  if (given.length === 1) return [`${secrets.join(' and ')} belong together: found only ${given}`];
  return given.length === 0 && texts.STRIPE_API_URL !== undefined
    ? [`${secrets.join(' and ')} are needed where STRIPE_API_URL is set`]
    : [];
}

/** For `printable`, by name. */
export const stripeValues = (of: StripeSettings | undefined) => ({
  STRIPE_SECRET_KEY: of?.secretKey,
  STRIPE_WEBHOOK_SECRET: of?.webhookSecret,
  STRIPE_API_URL: of?.apiUrl,
});
