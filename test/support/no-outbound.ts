import type { Outbound } from '../../platform/outbound/request.ts';

/** For tests in which nothing is requested. */
export const noOutbound: Pick<Outbound, 'inTurn'> = {
  inTurn: async ({ organizationId }) => {
    throw new Error(`expected no request, found one of ${organizationId}`);
  },
};
