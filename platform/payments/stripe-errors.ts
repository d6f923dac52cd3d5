import Stripe from 'stripe';
import { Unavailable } from '../errors.ts';
import { PaymentDeclined, PaymentRefused } from './port.ts';

const { errors } = Stripe;

/** What the library throws, as the port says it; its own text goes to the log alone. */
export async function translated<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (cause) {
    throw translatedError(cause);
  }
}

function translatedError(cause: unknown): unknown {
  if (cause instanceof errors.StripeCardError)
    return new PaymentDeclined('the payment was declined, and nothing is changed', { cause });
  if (isRefused(cause)) return new PaymentRefused('Stripe refuses the request', { cause });
  if (cause instanceof errors.StripeAuthenticationError)
    return new Unavailable('Stripe does not take STRIPE_SECRET_KEY', { cause });
  if (cause instanceof errors.StripeError)
    return new Unavailable('the payment provider does not answer', { cause });
  return cause;
}

const isRefused = (cause: unknown): boolean =>
  cause instanceof errors.StripeInvalidRequestError ||
  cause instanceof errors.StripeIdempotencyError;

/** There is no such object, or it was there before. */
export const isCode = (error: unknown, code: string): boolean =>
  error instanceof PaymentRefused &&
  error.cause instanceof errors.StripeError &&
  error.cause.code === code;
