import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { nodeSize, type Point } from './places.ts';
import { begun, fitted, moved, type Size, showing, type View, zoomed } from './view.ts';

const step = 80;
export const zoomStep = 1.25;

/** What of the map is seen. It begins anew when the picture is another. */
export function useMapView(box: RefObject<Element | null>, picture: Size, start: Point) {
  const size = useSize(box);
  const [own, setOwn] = useState<{ readonly of: Size; readonly view: View }>();
  const view = own?.of === picture ? own.view : begun(picture, size, start);
  const set = (next: View): void => setOwn({ of: picture, view: next });
  const middle = { x: size.width / 2, y: size.height / 2 };
  const controls = {
    zoom: (factor: number, at: Point = middle) => set(zoomed(view, factor, at)),
    move: (x: number, y: number) => set(moved(view, { x, y }, picture, size)),
    moveStep: (x: number, y: number) =>
      set(moved(view, { x: x * step, y: y * step }, picture, size)),
    fit: () => set(fitted(picture, size)),
    show: (at: Point) => {
      const next = showing(view, at, nodeSize, size);
      if (next.x !== view.x || next.y !== view.y) set(next);
    },
  };
  useWheel(box, controls.zoom);
  return { view, size, ...controls };
}

export type MapView = ReturnType<typeof useMapView>;

function useSize(box: RefObject<Element | null>): Size {
  const [size, setSize] = useState<Size>({ width: 800, height: 480 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = (): void =>
      setSize({ width: element.clientWidth || 1, height: element.clientHeight || 1 });
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    look();
    return () => sizes.disconnect();
  }, [box]);
  return size;
}

/** The wheel alone scrolls the page; with Ctrl, as two fingers on a touchpad give it, it zooms. */
function useWheel(box: RefObject<Element | null>, zoom: (factor: number, at: Point) => void): void {
  useEffect(() => {
    const element = box.current;
    const onWheel = (event: Event): void => {
      if (!(event instanceof WheelEvent) || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      const { left, top } =
        event.currentTarget instanceof Element
          ? event.currentTarget.getBoundingClientRect()
          : { left: 0, top: 0 };
      zoom(Math.exp(-event.deltaY / 300), { x: event.clientX - left, y: event.clientY - top });
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  });
}
