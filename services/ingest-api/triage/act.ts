import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { triageItemResource } from '../../../projections/triage/triage-inbox.ts';
import { hourMs } from '../../../schemas/durations.ts';
import type { TriageItemId } from '../../../schemas/triage/ids.ts';
import type { EntityType } from '../../../schemas/triage/item.ts';
import { snoozeMsOf } from '../../../schemas/triage/snooze.ts';
import { inPath } from '../resource.ts';
import type { StateShared } from '../shared.ts';
import { readItemAfter } from './item.ts';

/** POST /v1/triage-inbox/:id/acknowledge */
export const acknowledgeTriageItem = (
  dependencies: StateShared,
): Handler<'acknowledgeTriageItem'> =>
  commandEndpoint(
    {
      route: 'acknowledgeTriageItem',
      ...inPath(triageItemResource),
      payload: async ({ found, request: { body } }) => ({
        type: 'AcknowledgeTriageItem',
        data: dataOf(found, body),
      }),
      respond: readItemAfter(dependencies),
    },
    dependencies,
  );

/** POST /v1/triage-inbox/:id/investigate */
export const investigateTriageItem = (
  dependencies: StateShared,
): Handler<'investigateTriageItem'> =>
  commandEndpoint(
    {
      route: 'investigateTriageItem',
      ...inPath(triageItemResource),
      payload: async ({ found, request: { body } }) => ({
        type: 'InvestigateTriageItem',
        data: dataOf(found, body),
      }),
      respond: readItemAfter(dependencies),
    },
    dependencies,
  );

/** POST /v1/triage-inbox/:id/resolve */
export const resolveTriageItem = (dependencies: StateShared): Handler<'resolveTriageItem'> =>
  commandEndpoint(
    {
      route: 'resolveTriageItem',
      ...inPath(triageItemResource),
      payload: async ({ found, request: { body } }) => ({
        type: 'ResolveTriageItem',
        data: dataOf(found, body),
      }),
      respond: readItemAfter(dependencies),
    },
    dependencies,
  );

/** POST /v1/triage-inbox/:id/snooze */
export const snoozeTriageItem = (dependencies: StateShared): Handler<'snoozeTriageItem'> =>
  commandEndpoint(
    {
      route: 'snoozeTriageItem',
      ...inPath(triageItemResource),
      payload: async ({ found, request: { body } }) => ({
        type: 'SnoozeTriageItem',
        data: { ...dataOf(found, body), durationMs: snoozeMsOf(body?.duration ?? '1h') ?? hourMs },
      }),
      respond: readItemAfter(dependencies),
    },
    dependencies,
  );

type Sent =
  | { readonly entity_type?: EntityType | undefined; readonly note?: string | undefined }
  | null
  | undefined;

export const dataOf = (itemId: TriageItemId, sent: Sent) => ({
  itemId,
  ...(sent?.entity_type !== undefined && { entityType: sent.entity_type }),
  ...(sent?.note !== undefined && { note: sent.note }),
});
