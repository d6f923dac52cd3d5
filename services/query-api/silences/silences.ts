import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import {
  silences as rows,
  silenceBody,
  silenceKey,
  silenceStatus,
} from '../../../projections/silences/silences.ts';
import { silenceId } from '../../../schemas/silences/ids.ts';
import { allOf, rowsOf } from '../alerts/rows.ts';
import type { QueryShared } from '../shared.ts';

type SilenceReads = Pick<QueryShared, 'projections' | 'clock'>;

const silencesReadMax = 20_000;

/** GET /v1/silences: the newest first. */
export const listSilences =
  ({ projections, clock }: SilenceReads): Handler<'listSilences'> =>
  async ({ key, query, signal, ...request }) => {
    const atMs = asOfMs({ query, ...request });
    const state = await projections.state({ asOfMs: atMs, signal });
    const places = { prefix: silenceKey(key.organizationId, ''), max: silencesReadMax };
    const nowMs = atMs ?? clock();
    const found = (await allOf(rowsOf(state, rows, places)))
      .filter(row => query.status === undefined || silenceStatus(row, nowMs) === query.status)
      .sort((left, right) => right.createdAtMs - left.createdAtMs);
    const silences = found.slice(0, query.limit).map(row => silenceBody(row, nowMs));
    return { status: 200, body: { silences } };
  };

/** GET /v1/silences/:id */
export const getSilence =
  ({ projections, clock }: SilenceReads): Handler<'getSilence'> =>
  async ({ key, params: { id }, signal, ...request }) => {
    const atMs = asOfMs(request);
    const state = await projections.state({ asOfMs: atMs, signal });
    const row = state.get(rows, silenceKey(key.organizationId, silenceId(id.toLowerCase())));
    if (row === undefined) throw notFound(`there is no silence ${id}`);
    return { status: 200, body: { success: true, ...silenceBody(row, atMs ?? clock()) } };
  };
