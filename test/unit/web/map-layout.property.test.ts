import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { Shape } from '../../../services/web/pages/map/graph.ts';
import { layOut } from '../../../services/web/pages/map/layout.ts';
import { nodeSize, type Point } from '../../../services/web/pages/map/places.ts';
import { holds } from '../../support/property.ts';

const runs = 40;

/** Any calls: of a service to itself, in circles, and of things whose names are those of every object. */
const drawnShape: fc.Arbitrary<Shape> = fc
  .tuple(
    fc.uniqueArray(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '\ud800')), {
      minLength: 1,
      maxLength: 12,
    }),
    fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 24 }),
  )
  .map(([names, pairs]) => {
    const nodes = names.map(name => `service:${name}`);
    const at = (index: number): string => nodes[index % nodes.length] ?? '';
    const edges = new Map(
      pairs.map(([from, to]) => [JSON.stringify([at(from), at(to)]), [at(from), at(to)] as const]),
    );
    return { nodes, edges: [...edges].map(([id, [caller, callee]]) => [id, caller, callee]) };
  });

type Edge =
  ReturnType<typeof layOut>['edges'] extends ReadonlyMap<string, infer Value> ? Value : never;

const isDrawable = ({ points, label }: Edge): boolean =>
  points.length >= 2 &&
  [...points, label].every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));

describe('the layout of the service map', () => {
  it('has every node and edge once, within the picture, and no two nodes on one another', () =>
    holds(
      fc.property(drawnShape, shape => {
        const { width, height, nodes, edges } = layOut(shape);
        equal(nodes.size, shape.nodes.length);
        equal(edges.size, shape.edges.length);
        const places = [...nodes.values()];
        ok(places.every(place => isWithin(place, width, height)));
        ok(places.every((place, index) => places.slice(index + 1).every(isApart(place))));
        ok([...edges.values()].every(isDrawable));
      }),
      runs,
    ));

  it('is the same for the same calls', () =>
    holds(
      fc.property(drawnShape, shape => {
        equal(printed(shape), printed(shape));
      }),
      runs,
    ));

  it('holds 200 services that all call others', () => {
    const nodes = Array.from({ length: 200 }, (_, index) => `service:${index}`);
    const edges = nodes.flatMap((caller, index) =>
      [index * 2 + 1, index * 2 + 2, (index * 7) % 200].flatMap(to => {
        const callee = nodes[to];
        return callee === undefined ? [] : [[`${caller} ${callee}`, caller, callee] as const];
      }),
    );
    const { nodes: placed, edges: drawn } = layOut({ nodes, edges });
    equal(placed.size, 200);
    equal(drawn.size, new Set(edges.map(([id]) => id)).size);
  }).timeout(30_000);
});

const isWithin = ({ x, y }: Point, width: number, height: number): boolean =>
  x >= nodeSize.width / 2 &&
  x <= width - nodeSize.width / 2 &&
  y >= nodeSize.height / 2 &&
  y <= height - nodeSize.height / 2;

const isApart =
  (one: Point) =>
  (other: Point): boolean =>
    Math.abs(one.x - other.x) >= nodeSize.width || Math.abs(one.y - other.y) >= nodeSize.height;

const printed = (shape: Shape): string => {
  const { nodes, edges } = layOut(shape);
  return JSON.stringify([[...nodes], [...edges]]);
};
