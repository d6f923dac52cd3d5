/** Resolves after so long, unless it is cancelled: then never. */
export function after(ms: number): {
  readonly promise: Promise<void>;
  readonly cancel: () => void;
} {
  let timer: NodeJS.Timeout;
  const promise = new Promise<void>(resolve => {
    timer = setTimeout(resolve, ms);
  });
  return { promise, cancel: () => clearTimeout(timer) };
}
