import type { Handler } from '../../../platform/http/handler.ts';
import type { QueryOf } from '../../../schemas/http/routes.ts';
import type { QueryShared } from '../shared.ts';
import { askedErrors } from './asked.ts';
import { type FoundGroup, groupBodies, rangeOf } from './group-body.ts';
import { statusOf } from './group-status.ts';
import { readCounts } from './read-counts.ts';

export type ErrorReads = Pick<QueryShared, 'warehouse' | 'projections' | 'clock' | 'symbolicate'>;

/** GET /v1/errors: the groups of a range. */
export const listErrors =
  ({ warehouse, projections, clock }: ErrorReads): Handler<'listErrors'> =>
  async ({ key, query, signal }) => {
    const asked = askedErrors({ key, query }, clock());
    const reading = { warehouse, signal };
    const [state, { groups, isWhole }] = await Promise.all([
      projections.state({ asOfMs: query.as_of, signal }),
      readCounts(asked, reading),
    ]);
    const found = groups
      .map(group => ({ ...group, ...statusOf(group, asked.organization, state) }))
      .filter(({ status }) => query.status === undefined || status === query.status)
      .sort(orders[query.sort]);
    const shown = found.slice(0, query.limit);
    return {
      status: 200,
      body: {
        errors: await groupBodies(shown, asked, reading),
        total: found.length,
        is_whole: isWhole,
        limit: query.limit,
        ...rangeOf(asked),
      },
    };
  };

type Order = (left: FoundGroup, right: FoundGroup) => number;

/** The latest first; nanoseconds of one number of digits. */
const latest =
  (nanos: 'firstNanos' | 'lastNanos'): Order =>
  (left, right) =>
    Number(BigInt(right[nanos]) - BigInt(left[nanos])) || byId(left, right);

const byId: Order = (left, right) => (left.id < right.id ? -1 : 1);

const orders: Readonly<Record<QueryOf<'listErrors'>['sort'], Order>> = {
  count: (left, right) => right.n - left.n || byId(left, right),
  last_seen: latest('lastNanos'),
  first_seen: latest('firstNanos'),
};
