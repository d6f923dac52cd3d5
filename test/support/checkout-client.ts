import { equal } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import type { WholeTidemark } from './cluster.ts';
import { customerOf } from './quota.ts';

export type Session = ResponseOf<'createCheckoutSession'>;
export type Buyer = Awaited<ReturnType<typeof buyerOf>>;

export const returnUrls = {
  success_url: 'https://shop.example.com/paid?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://shop.example.com/plans',
};

/** Somebody with a quota who buys a plan. */
export async function buyerOf(tidemark: WholeTidemark, name: string) {
  const customer = await customerOf(tidemark, name);
  const post = async (body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${tidemark.url}/v1/billing/create-checkout-session`, {
      method: 'POST',
      headers: { 'X-API-Key': customer.key, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Session & { code: string } };
  };
  return {
    ...customer,
    checkOut: post,
    /** A checkout that can be paid. */
    open: async (plan: string, more: object = {}): Promise<Session> => {
      const { status, body } = await post({ plan_id: plan, ...returnUrls, ...more });
      equal(status, 200, JSON.stringify(body));
      return body;
    },
    page: (session: string) => fetch(`${tidemark.url}/billing/checkout/${session}`),
    /** As the button of the page does it; gives the status, and where the browser is sent. */
    pay: async (session: string): Promise<readonly [number, string | null]> => {
      const response = await fetch(`${tidemark.url}/billing/checkout/${session}/complete`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        redirect: 'manual',
      });
      return [response.status, response.headers.get('Location')];
    },
  };
}
