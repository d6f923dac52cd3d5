import { deepEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { spanRows } from '../../services/cli/reading/span-rows.ts';
import { holds } from '../support/property.ts';

const trace = {
  id: 'a',
  trace_id: 'a',
  service_name: 's',
  operation_name: 'o',
  start_time: '2026-11-25T01:37:02.759Z',
  end_time: '2026-11-25T01:37:02.784Z',
  duration_ms: 25,
  status_code: 'OK',
  has_error: false,
  span_count: 1,
  error_count: 0,
} as never;

/** Parents of any kind: roots, missing ones, circles. The name of a span is its place. */
const outlines = fc.integer({ min: 0, max: 40 }).chain(count =>
  fc
    .tuple(
      fc.array(fc.integer({ min: -2, max: Math.max(0, count - 1) }), {
        minLength: count,
        maxLength: count,
      }),
      fc.array(fc.nat(1_000), { minLength: count, maxLength: count }),
    )
    .map(([parent, start_ns]) => {
      const places = parent.map((_, place) => place);
      const zeros = places.map(() => 0);
      return {
        trace,
        spans: count,
        is_whole: true,
        services: ['s'],
        names: places.map(String),
        columns: {
          span_id: places.map(String),
          parent,
          start_ns,
          duration_ns: zeros,
          service: zeros,
          name: places,
          kind: zeros,
          status: zeros,
        },
      };
    }),
);

describe('the tree of a trace in a terminal', () => {
  it('has each span once, right below its parent where it is no circle', () =>
    holds(
      fc.property(outlines, outline => {
        const rows = spanRows(outline as never);
        deepEqual(
          rows.map(({ name }) => Number(name)).sort((a, b) => a - b),
          [...outline.columns.parent.keys()],
        );
        for (const [place, { name, depth }] of rows.entries()) {
          if (depth === 0 || depth === 16) continue;
          const above = rows.slice(0, place).findLast(row => row.depth === depth - 1);
          ok(Number(above?.name) === outline.columns.parent[Number(name)]);
        }
      }),
      300,
    ));
});
