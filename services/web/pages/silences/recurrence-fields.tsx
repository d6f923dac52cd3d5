import type { Silence } from '../../silences.ts';
import { timeZoneOf, useZone } from '../../time/zone.ts';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Beside, Tick, Ticks } from '../../ui/form-fields.tsx';
import { type Plan, weekdays, weekdayText } from './plan.ts';

const kinds: readonly (readonly [Plan['kind'], string])[] = [
  ['never', 'never'],
  ['day', 'every day'],
  ['week', 'on days of the week'],
  ['cron', 'by a cron expression'],
];

type RecurrenceFieldsProps = {
  readonly kind: Plan['kind'];
  readonly choose: (kind: Plan['kind']) => void;
  readonly preset: Plan;
  readonly recurrence: Silence['recurrence'];
};

/** How often it comes back within its time, and how long it holds then. */
export function RecurrenceFields({ kind, choose, preset, recurrence }: RecurrenceFieldsProps) {
  const zone = useZone();
  const days = preset.kind === 'week' ? preset.days : [1, 2, 3, 4, 5];
  return (
    <>
      <Choice
        label="Repeats"
        value={kind}
        options={kinds}
        onChoose={next => choose(next as Plan['kind'])}
      />
      {kind === 'week' && (
        <Ticks label="Days" areShort>
          {weekdays.map(day => (
            <Tick key={day} name={`day-${day}`} defaultChecked={days.includes(day)}>
              {weekdayText(day)}
            </Tick>
          ))}
        </Ticks>
      )}
      {kind === 'cron' && (
        <Field
          label="Cron expression"
          name="cron"
          required
          maxLength={100}
          defaultValue={preset.kind === 'cron' ? preset.cron : ''}
          hint="Minute, hour, day of month, month, day of week: 0 2 1 * *"
        />
      )}
      {kind !== 'never' && (
        <Beside>
          {kind !== 'cron' && (
            <Field
              label="At"
              name="time"
              type="time"
              required
              defaultValue={'time' in preset ? preset.time : '02:00'}
            />
          )}
          <Field
            label="For minutes"
            name="minutes"
            type="number"
            min={1}
            max={10_080}
            required
            defaultValue={recurrence?.duration_minutes ?? 60}
          />
          <Field
            label="Time zone"
            name="timezone"
            required
            maxLength={100}
            defaultValue={recurrence?.timezone ?? timeZoneOf(zone)}
            hint="Such as Europe/Berlin"
          />
        </Beside>
      )}
    </>
  );
}
