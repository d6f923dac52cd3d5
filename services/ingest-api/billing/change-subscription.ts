import { commandEndpoint, type EndpointDependencies } from '../../../platform/commands/endpoint.ts';
import { subscriptionStream } from '../../../schemas/ids.ts';

/** PATCH /v1/billing/subscription: what becomes of telemetry over the quota. */
export const changeSubscription = (dependencies: EndpointDependencies) =>
  commandEndpoint(
    {
      route: 'changeSubscription',
      prepare: async ({ key: { organizationId } }) => organizationId,
      stream: ({ found }) => subscriptionStream(found),
      payload: async ({ found: organizationId, request: { body } }) => ({
        type: 'SetOverQuota',
        data: { organizationId, overQuota: body.over_quota },
      }),
      respond: (_, { request: { body } }) => ({
        status: 200,
        body: { over_quota: body.over_quota },
      }),
    },
    dependencies,
  );
