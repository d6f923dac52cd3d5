import type { Checked, FieldFault } from '../../domain/faults.ts';
import { invalidFields } from './problem.ts';

/** Throws 400 that names the fields which are at fault, if there are any. */
export function expectNoFaults(faults: readonly FieldFault[]): void {
  if (faults.length > 0) throw invalidFields(faults);
}

/** The value, or throws 400 that names the field which is at fault. */
export function expectValid<Value>(checked: Checked<Value>): Value {
  if ('value' in checked) return checked.value;
  throw invalidFields([checked.fault]);
}
