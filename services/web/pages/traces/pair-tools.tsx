import { useNavigate } from '@tanstack/react-router';
import { GitCompare } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { Pair } from './pair.ts';

type PairToolsProps = { readonly pair: Pair; readonly clear: () => void };

/** The way to the comparison, which says what it still needs. */
export function PairTools({ pair: { a, b }, clear }: PairToolsProps) {
  const navigate = useNavigate();
  const count = [a, b].filter(Boolean).length;
  return (
    <>
      <Button
        {...(count < 2 && { disabledBecause: 'Choose two traces of the list (key x).' })}
        onClick={() => void navigate({ to: '/traces/compare', search: { a, b } } as never)}
      >
        <GitCompare size={14} aria-hidden />
        Compare {count} of 2
      </Button>
      {count > 0 && (
        <Button look="quiet" onClick={clear}>
          Choose none
        </Button>
      )}
    </>
  );
}
