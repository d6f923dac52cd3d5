import { ok } from 'node:assert/strict';
import fc from 'fast-check';
import {
  begun,
  fitted,
  moved,
  scales,
  showing,
  type View,
  zoomed,
} from '../../../services/web/pages/map/view.ts';
import { holds } from '../../support/property.ts';

const runs = 300;
const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const size = fc.record({ width: number(1, 5_000), height: number(1, 5_000) });
const point = fc.record({ x: number(0, 2_000), y: number(0, 2_000) });
const view: fc.Arbitrary<View> = fc.record({
  x: number(-5_000, 5_000),
  y: number(-5_000, 5_000),
  scale: number(scales.lowest, scales.highest),
});

const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(a));

describe('what is seen of the service map', () => {
  it('is all of a picture that is not too large, and its middle', () =>
    holds(
      fc.property(size, size, (picture, box) => {
        const { x, y, scale } = fitted(picture, box);
        ok(near(x + box.width / scale / 2, picture.width / 2));
        ok(near(y + box.height / scale / 2, picture.height / 2));
        if (scale > scales.lowest) ok(picture.width * scale <= box.width * (1 + 1e-9));
      }),
      runs,
    ));

  it('begins so that it can be read, with the point in the middle when not all of it can', () =>
    holds(
      fc.property(size, size, point, (picture, box, start) => {
        const { x, y, scale } = begun(picture, box, start);
        ok(scale >= 0.4);
        if (fitted(picture, box).scale >= 0.4) return;
        ok(near(x + box.width / scale / 2, start.x));
        ok(near(y + box.height / scale / 2, start.y));
      }),
      runs,
    ));

  it('keeps the place under the pointer when it comes closer', () =>
    holds(
      fc.property(view, number(0.01, 100), point, (before, factor, at) => {
        const after = zoomed(before, factor, at);
        ok(after.scale >= scales.lowest && after.scale <= scales.highest);
        ok(near(before.x + at.x / before.scale, after.x + at.x / after.scale));
        ok(near(before.y + at.y / before.scale, after.y + at.y / after.scale));
      }),
      runs,
    ));

  it('always has the picture in its middle, however far it is moved', () =>
    holds(
      fc.property(view, point, size, size, (before, by, picture, box) => {
        const { x, y, scale } = moved(before, by, picture, box);
        const middle = { x: x + box.width / scale / 2, y: y + box.height / scale / 2 };
        ok(middle.x >= -1e-6 && middle.x <= picture.width + 1e-6);
        ok(middle.y >= -1e-6 && middle.y <= picture.height + 1e-6);
      }),
      runs,
    ));

  it('shows a node that gets the focus, or its upper left corner where there is no room', () =>
    holds(
      fc.property(view, point, size, size, (before, at, around, box) => {
        const { x, y, scale } = showing(before, at, around, box);
        const left = at.x - around.width / 2;
        const isRoom = around.width <= box.width / scale;
        ok(left >= x - 1e-6 && left <= x + box.width / scale + 1e-6);
        if (isRoom) ok(left + around.width <= x + box.width / scale + 1e-6);
        ok(at.y - around.height / 2 >= y - 1e-6);
      }),
      runs,
    ));
});
