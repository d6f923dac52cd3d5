import { type RefObject, useEffect, useState } from 'react';

/** Whether what is in an element is wider or longer than it: then it scrolls, and must be reached by keyboard. */
export function useOverflow(box: RefObject<HTMLElement | null>): boolean {
  const [isLarger, setLarger] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = (): void =>
      setLarger(
        element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
      );
    const observer = new ResizeObserver(look);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [box]);
  return isLarger;
}
