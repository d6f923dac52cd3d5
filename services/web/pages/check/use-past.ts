import { useTime } from '../../time/use-time.ts';

/** The instant of the slider for reads that take it as `known_at`. */
export function useKnownAt(): Readonly<Record<string, string>> {
  const { asOf } = useTime();
  return asOf === undefined ? {} : { known_at: asOf };
}
