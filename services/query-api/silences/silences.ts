import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import {
  silenceBody,
  silenceResource,
  silenceStatus,
} from '../../../projections/silences/silences.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { listOf } from '../bounds/list.ts';
import { bodyOf } from '../bounds/written.ts';
import { expectRow, rowsIn } from '../resource.ts';
import type { QueryShared } from '../shared.ts';

type SilenceReads = Pick<QueryShared, 'projections' | 'clock'>;

const silencesReadMax = 20_000;

/** GET /v1/silences: the newest first. */
export const listSilences =
  ({ projections, clock }: SilenceReads): Handler<'listSilences'> =>
  async ({ key, query, signal, ...request }) => {
    const atMs = asOfMs({ query, ...request });
    const state = await projections.state({ asOfMs: atMs, signal });
    const nowMs = atMs ?? clock();
    const { items: silences, next } = await listOf({
      organizationId: key.organizationId,
      signal,
      state,
      query,
      ...rowsIn(silenceResource, key.organizationId),
      max: silencesReadMax,
      passes: row => query.status === undefined || silenceStatus(row, nowMs) === query.status,
      order: row => -row.createdAtMs,
      change: row => silenceBody(row, nowMs),
    });
    const body = bodyOf<ResponseOf<'listSilences'>>({ silences, next_cursor: next });
    return { status: 200, body };
  };

/** GET /v1/silences/:id */
export const getSilence =
  ({ projections, clock }: SilenceReads): Handler<'getSilence'> =>
  async ({ key, params: { id }, signal, ...request }) => {
    const atMs = asOfMs(request);
    const state = await projections.state({ asOfMs: atMs, signal });
    const row = expectRow(silenceResource, key.organizationId, id, state);
    return { status: 200, body: { success: true, ...silenceBody(row, atMs ?? clock()) } };
  };
