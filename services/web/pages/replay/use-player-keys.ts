import type { RefObject } from 'react';
import { isSingleKey, useKeys } from '../../shell/shortcuts.ts';
import type { Conductor } from './conductor.ts';

const stepMs = 5_000;

/** Controls that take the space bar for themselves. */
const pressed = 'a, button, select, summary';

/** Space plays and pauses, arrows go back and on, wherever the focus is but in another control with such keys. */
export function usePlayerKeys(conductor: Conductor, box: RefObject<HTMLElement | null>): void {
  useKeys(event => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || !isSingleKey(event)) return;
    const isHere = box.current?.contains(target) === true;
    if (!isHere && target.matches('input, [role="menuitem"], [role="slider"]')) return;
    const step = { ArrowLeft: -stepMs, ArrowRight: stepMs }[key];
    if (step !== undefined) conductor.seek(conductor.state().atMs + step);
    else if (key === ' ' && target.closest(pressed) === null) conductor.toggle();
    else return;
    event.preventDefault();
  });
}
