import type { Point } from './places.ts';

/** What of the picture is seen: the place of its upper left corner, and pixels for each of its units. */
export type View = { readonly x: number; readonly y: number; readonly scale: number };

export type Size = { readonly width: number; readonly height: number };

export const scales = { lowest: 0.04, highest: 3 } as const;

const within = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

/** The whole picture in the middle of the box, never larger than it is. */
export function fitted(picture: Size, box: Size): View {
  const scale = within(
    Math.min(box.width / Math.max(1, picture.width), box.height / Math.max(1, picture.height)),
    scales.lowest,
    1,
  );
  return {
    scale,
    x: picture.width / 2 - box.width / scale / 2,
    y: picture.height / 2 - box.height / scale / 2,
  };
}

const readable = 0.4;

/** All of a picture that can be read then, else the surroundings of a point. */
export function begun(picture: Size, box: Size, start: Point): View {
  const whole = fitted(picture, box);
  if (whole.scale >= readable) return whole;
  return {
    scale: readable,
    x: start.x - box.width / readable / 2,
    y: start.y - box.height / readable / 2,
  };
}

/** Closer by a factor; what lies at a place of the box, in pixels, stays there. */
export function zoomed(view: View, factor: number, at: Point): View {
  const scale = within(view.scale * factor, scales.lowest, scales.highest);
  return {
    scale,
    x: view.x + at.x / view.scale - at.x / scale,
    y: view.y + at.y / view.scale - at.y / scale,
  };
}

/** Moved by pixels of the box; the middle of the box stays within the picture, which is so never lost. */
export function moved(view: View, by: Point, picture: Size, box: Size): View {
  const half = { x: box.width / view.scale / 2, y: box.height / view.scale / 2 };
  return {
    ...view,
    x: within(view.x + by.x / view.scale, -half.x, picture.width - half.x),
    y: within(view.y + by.y / view.scale, -half.y, picture.height - half.y),
  };
}

/** Moved as little as needed so that a rectangle around a point is seen. */
export function showing(view: View, point: Point, around: Size, box: Size): View {
  const startFor = (start: number, length: number, middle: number, size: number): number => {
    const low = middle - size / 2;
    const high = middle + size / 2;
    if (low < start) return low;
    return high > start + length ? Math.min(low, high - length) : start;
  };
  return {
    ...view,
    x: startFor(view.x, box.width / view.scale, point.x, around.width),
    y: startFor(view.y, box.height / view.scale, point.y, around.height),
  };
}
