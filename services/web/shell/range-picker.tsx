import { type ChangeEvent, useId } from 'react';
import { instantText } from '../time/format.ts';
import { type RangeName, rangeNames, ranges } from '../time/time-search.ts';
import { useTime } from '../time/use-time.ts';
import { useZone } from '../time/zone.ts';
import { Select } from '../ui/select.tsx';

/** The range of the page: one that rolls on, or the one that was drawn in a chart. */
export function RangePicker() {
  const id = useId();
  const zone = useZone();
  const { search, change, fromMs, toMs } = useTime();
  const isFixed = search.from !== undefined;
  const { from: _, to: __, ...rolling } = search;
  const choose = ({ target }: ChangeEvent<HTMLSelectElement>): void =>
    change({ ...rolling, range: target.value as RangeName });
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        Time range
      </label>
      <Select id={id} value={isFixed ? 'fixed' : (search.range ?? '1h')} onChange={choose}>
        {isFixed && (
          <option value="fixed">
            {instantText(fromMs, 'minute', zone)} to {instantText(toMs, 'minute', zone)}
          </option>
        )}
        {rangeNames.map(name => (
          <option key={name} value={name}>
            {ranges[name].label}
          </option>
        ))}
      </Select>
    </>
  );
}
