import type { Checked, FieldFault } from '../../domain/faults.ts';
import { invalidField, invalidFields } from './problem.ts';

/** Throws 400 that names the fields which are at fault, if there are any. */
export function expectNoFaults(faults: readonly FieldFault[]): void {
  if (faults.length > 0) throw invalidFields(faults);
}

/** The value, or throws 400 that names the field which is at fault; `within`: the field that holds it. */
export function expectValid<Value>(checked: Checked<Value>, within?: string): Value {
  if ('value' in checked) return checked.value;
  const { field, message } = checked.fault;
  throw invalidField(within === undefined ? field : `${within}.${field}`, message);
}
