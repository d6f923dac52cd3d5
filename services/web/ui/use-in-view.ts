import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far below the window a part is read already, so that it is there when one comes to it. */
const ahead = '100px';

/** Whether an element was in the window once: what lies below it is read when one scrolls there. */
export function useInView(): readonly [RefObject<HTMLElement | null>, boolean] {
  const box = useRef<HTMLElement>(null);
  const [wasSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null || wasSeen) return;
    const look = (entries: readonly IntersectionObserverEntry[]): void =>
      setSeen(entries.some(({ isIntersecting }) => isIntersecting));
    const watch = new IntersectionObserver(look, { rootMargin: ahead });
    watch.observe(element);
    return () => watch.disconnect();
  }, [wasSeen]);
  return [box, wasSeen];
}
