import type { KeyboardEvent } from 'react';
import { type MapView, zoomStep } from './use-map-view.ts';

type Act = (seen: MapView) => void;

const acts: Readonly<Record<string, Act>> = {
  ArrowLeft: seen => seen.moveStep(-1, 0),
  ArrowRight: seen => seen.moveStep(1, 0),
  ArrowUp: seen => seen.moveStep(0, -1),
  ArrowDown: seen => seen.moveStep(0, 1),
  '+': seen => seen.zoom(zoomStep),
  '=': seen => seen.zoom(zoomStep),
  '-': seen => seen.zoom(1 / zoomStep),
  '0': seen => seen.fit(),
};

/** Moves what is seen by keys, while the map or something in it has the focus. */
export const mapKeys =
  (seen: MapView, close: (() => void) | undefined) =>
  (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = event.key === 'Escape' ? close : acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act(seen);
  };
