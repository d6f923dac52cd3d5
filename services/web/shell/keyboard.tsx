import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { places } from './places.ts';
import { isSingleKey, useKeys, useShortcut } from './shortcuts.ts';

const Sheet = lazy(async () => ({ default: (await import('./key-sheet.tsx')).KeySheet }));

/** After `g`, the letter of a page must come within this time. */
const chordMs = 1_500;

/** `g` and a letter open a page; `?` shows all keys. */
export function KeyboardShortcuts() {
  const [isShown, setShown] = useState(false);
  const began = useRef(0);
  const navigate = useNavigate();
  useShortcut('sheet', () => setShown(true));
  useKeys(event => {
    if (!isSingleKey(event)) return;
    const isChord = event.timeStamp - began.current < chordMs;
    began.current = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    const place = isChord ? places.find(({ letter }) => letter === event.key) : undefined;
    if (place === undefined) return;
    event.preventDefault();
    void navigate({ to: place.to } as never);
    // `g t` opens a page; the `t` of it is not the one that types an instant.
  }, true);
  return <Suspense>{isShown && <Sheet close={() => setShown(false)} />}</Suspense>;
}
