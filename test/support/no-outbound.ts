import type { Outbound } from '../../platform/outbound/request.ts';

/** For tests in which nothing is requested. */
export const noOutbound: Pick<Outbound, 'send'> = {
  send: async ({ url }) => {
    throw new Error(`expected no request, found one to ${url}`);
  },
};
