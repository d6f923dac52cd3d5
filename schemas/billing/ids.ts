import { type Brand, type StreamName, stream } from '../ids.ts';

/** One checkout; its `session_id` is another text, which nothing stores. */
export type CheckoutId = Brand<string, 'CheckoutId'>;

export const checkoutId = (value: string): CheckoutId => value as CheckoutId;

export const checkoutStream = (id: CheckoutId): StreamName => stream('checkout', id);
