import { Radio } from 'lucide-react';
import { useTime } from '../../time/use-time.ts';
import { Button } from '../../ui/button.tsx';

type LiveSwitchProps = { readonly isOn: boolean; readonly change: (isOn: boolean) => void };

/** Shows what arrives in place of the result; the past has nothing that arrives. */
export function LiveSwitch({ isOn, change }: LiveSwitchProps) {
  const { asOf } = useTime();
  return (
    <Button
      aria-pressed={isOn && asOf === undefined}
      {...(asOf !== undefined && {
        disabledBecause: 'Nothing arrives in the past. Go back to now first.',
      })}
      onClick={() => change(!isOn)}
    >
      <Radio size={14} aria-hidden />
      Live
    </Button>
  );
}
