import type { Accepted } from '../../../platform/commands/endpoint.ts';
import { type HttpProblem, notFound } from '../../../platform/http/problem.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { triageItemBody } from '../../../projections/triage/item-body.ts';
import {
  rowAsLeftBy,
  triageInbox,
  triageItemKey,
} from '../../../projections/triage/triage-inbox.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { type TriageItemId, triageItemId } from '../../../schemas/triage/ids.ts';
import type { TriageItemBody } from '../../../schemas/triage/parts.ts';

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** The id in a path. A text that cannot be an id names no stream. */
export function expectItemId({ id }: { readonly id: string }): TriageItemId {
  const text = id.toLowerCase();
  if (uuidPattern.test(text)) return triageItemId(text);
  throw unknownItem(id);
}

const unknownItem = (id: string): HttpProblem => notFound(`there is no triage item ${id}`);

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
  ({ projections }: { readonly projections: Pick<Projections, 'state'> }) =>
  async (outcome: Accepted, { found, request }: Acting): Promise<ItemResponse> => {
    const { key, signal } = request;
    const state = await projections.state({ signal });
    const row = state.get(triageInbox, triageItemKey(key.organizationId, found));
    if (row === undefined) throw unknownItem(found);
    const item = triageItemBody(rowAsLeftBy(row, outcome), outcome.atMs);
    return { status: 200, body: { success: true, item } };
  };
