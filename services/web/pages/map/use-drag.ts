import { type PointerEvent, useRef } from 'react';

const dragMin = 4;

/** Moves the picture with the pointer; a press that stays where it is chooses. */
export function useDrag(move: (x: number, y: number) => void) {
  const last = useRef<{ x: number; y: number; isMoving: boolean }>(undefined);
  const end = (): void => {
    last.current = undefined;
  };
  return {
    onPointerDown: ({ button, clientX: x, clientY: y }: PointerEvent) => {
      last.current = button === 0 ? { x, y, isMoving: false } : undefined;
    },
    onPointerMove: ({ clientX, clientY, currentTarget, pointerId }: PointerEvent) => {
      const from = last.current;
      if (from === undefined) return;
      const [x, y] = [from.x - clientX, from.y - clientY];
      if (!from.isMoving && Math.hypot(x, y) < dragMin) return;
      if (!from.isMoving) currentTarget.setPointerCapture(pointerId);
      last.current = { x: clientX, y: clientY, isMoving: true };
      move(x, y);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
