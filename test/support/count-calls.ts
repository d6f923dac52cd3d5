type Class = { readonly prototype: object };

/** How often methods of these classes are called while some work is done: what does nothing else but call them takes no more steps. */
export function countCalls(classes: readonly Class[], work: () => void): number {
  let count = 0;
  const restores = classes.flatMap(({ prototype }) =>
    Object.entries(Object.getOwnPropertyDescriptors(prototype))
      .filter(([name, { value }]) => name !== 'constructor' && typeof value === 'function')
      .map(([name, descriptor]) => {
        const method = descriptor.value as (...sent: unknown[]) => unknown;
        const value = function (this: unknown, ...sent: unknown[]): unknown {
          count++;
          return method.apply(this, sent);
        };
        Object.defineProperty(prototype, name, { ...descriptor, value });
        return () => Object.defineProperty(prototype, name, descriptor);
      }),
  );
  try {
    work();
  } finally {
    for (const restore of restores) restore();
  }
  return count;
}
