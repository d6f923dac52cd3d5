import { useEffect, useState } from 'react';

const settledMs = 150;

/** A value once nobody has changed it for a moment, so that not every letter is a request. */
export function useSettled(value: string): string {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), settledMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
