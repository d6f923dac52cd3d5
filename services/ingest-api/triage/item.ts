import type { Accepted } from '../../../platform/commands/endpoint.ts';
import { triageItemBody } from '../../../projections/triage/item-body.ts';
import { rowAsLeftBy, triageItemResource } from '../../../projections/triage/triage-inbox.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { TriageItemId } from '../../../schemas/triage/ids.ts';
import type { TriageItemBody } from '../../../schemas/triage/parts.ts';
import { readRow } from '../resource.ts';
import type { StateShared } from '../shared.ts';

type Acting = {
  readonly found: TriageItemId;
  readonly request: {
    readonly key: { readonly organizationId: OrganizationId };
    readonly signal: AbortSignal;
  };
};

type ItemResponse = {
  readonly status: number;
  readonly body: { readonly success: true; readonly item: TriageItemBody };
};

/** Responds with the item as the command left it, also if it was changed again since. */
export const readItemAfter =
  (dependencies: Pick<StateShared, 'projections'>) =>
  async (outcome: Accepted, { found, request }: Acting): Promise<ItemResponse> => {
    const { row } = await readRow(triageItemResource, found, request, dependencies);
    const item = triageItemBody(rowAsLeftBy(row, outcome), outcome.atMs);
    return { status: 200, body: { success: true, item } };
  };
