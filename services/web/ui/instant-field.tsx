import type { ComponentProps } from 'react';
import { localInput } from '../time/local-input.ts';
import { timeZoneOf, useZone } from '../time/zone.ts';
import { Field } from './field.tsx';

type InstantFieldProps = Pick<ComponentProps<'input'>, 'name' | 'required'> & {
  readonly label: string;
  readonly presetMs: number;
};

/** An instant by the clock of the page; `instantOfInput` reads it. */
export function InstantField({ presetMs, ...rest }: InstantFieldProps) {
  const zone = useZone();
  return (
    <Field
      {...rest}
      type="datetime-local"
      defaultValue={localInput(presetMs, zone)}
      hint={timeZoneOf(zone)}
    />
  );
}
