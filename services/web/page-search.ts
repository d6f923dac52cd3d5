import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

type Texts<Name extends string> = Readonly<Partial<Record<Name, string>>>;
/** Undefined takes a name out of the link. */
type Changes<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>;

/** A step, to which Back returns; or on the way to one, such as a letter that was typed. */
type How = 'step' | 'on the way';

/** What a page keeps in its link, so that Back restores it and another browser shows the same. */
export function usePageSearch<Name extends string>(
  ...names: readonly Name[]
): readonly [Texts<Name>, (next: Changes<Name>, how?: How) => void] {
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  const navigate = useNavigate();
  const key = JSON.stringify(names.map(name => search[name]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is what the names have for values.
  return useMemo(() => {
    const found = Object.fromEntries(
      names.flatMap(name => {
        const value = search[name];
        return typeof value === 'string' && value !== '' ? [[name, value]] : [];
      }),
    ) as Texts<Name>;
    const change = (next: Changes<Name>, how: How = 'step'): void =>
      void navigate({
        to: '.',
        search: (previous: object) => ({ ...previous, ...next }),
        replace: how === 'on the way',
        // The page stays where it is: only a part of it changes.
        resetScroll: false,
      } as never);
    return [found, change] as const;
  }, [key, navigate]);
}
