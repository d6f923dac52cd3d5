import { Button } from '../../ui/button.tsx';
import type { Conductor } from './conductor.ts';
import { clockText } from './timeline.ts';

type SeekButtonProps = { readonly conductor: Conductor; readonly time: string };

/** When something was, and the way there. */
export const SeekButton = ({ conductor, time }: SeekButtonProps) => (
  <Button title="Show this instant" onClick={() => conductor.seek(Date.parse(time))}>
    {clockText(Date.parse(time) - conductor.span.fromMs)}
  </Button>
);
