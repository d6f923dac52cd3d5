import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { type TriageItemId, triageStream } from '../../../schemas/triage/ids.ts';
import type { EntityType } from '../../../schemas/triage/item.ts';
import { snoozeMsOf } from '../../../schemas/triage/snooze.ts';
import type { IngestShared } from '../shared.ts';
import { expectItemId, readItemAfter } from './item.ts';

const stream = ({ found }: { readonly found: TriageItemId }) => triageStream(found);

/** POST /v1/triage-inbox/:id/acknowledge */
export const acknowledgeTriageItem = (
  dependencies: IngestShared,
): Handler<'acknowledgeTriageItem'> =>
  commandEndpoint(
    {
      route: 'acknowledgeTriageItem',
      prepare: async ({ params }) => expectItemId(params),
      stream,
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
  dependencies: IngestShared,
): Handler<'investigateTriageItem'> =>
  commandEndpoint(
    {
      route: 'investigateTriageItem',
      prepare: async ({ params }) => expectItemId(params),
      stream,
      payload: async ({ found, request: { body } }) => ({
        type: 'InvestigateTriageItem',
        data: dataOf(found, body),
      }),
      respond: readItemAfter(dependencies),
    },
    dependencies,
  );

/** POST /v1/triage-inbox/:id/resolve */
export const resolveTriageItem = (dependencies: IngestShared): Handler<'resolveTriageItem'> =>
  commandEndpoint(
    {
      route: 'resolveTriageItem',
      prepare: async ({ params }) => expectItemId(params),
      stream,
      payload: async ({ found, request: { body } }) => ({
        type: 'ResolveTriageItem',
        data: dataOf(found, body),
      }),
      respond: readItemAfter(dependencies),
    },
    dependencies,
  );

const hourMs = 3_600_000;

/** POST /v1/triage-inbox/:id/snooze */
export const snoozeTriageItem = (dependencies: IngestShared): Handler<'snoozeTriageItem'> =>
  commandEndpoint(
    {
      route: 'snoozeTriageItem',
      prepare: async ({ params }) => expectItemId(params),
      stream,
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

const dataOf = (itemId: TriageItemId, sent: Sent) => ({
  itemId,
  ...(sent?.entity_type !== undefined && { entityType: sent.entity_type }),
  ...(sent?.note !== undefined && { note: sent.note }),
});
