import type { FieldFault } from '../faults.ts';
import { expressionFault } from './expression/parse.ts';

type Sent = {
  readonly condition?: string | null | undefined;
  readonly capture_expressions?: readonly string[] | null | undefined;
};

/** What is wrong with the expressions of a request about a breakpoint. */
export function conditionFaults({ condition, capture_expressions: sent }: Sent): FieldFault[] {
  const captured = (sent ?? []).map((text, at) => faultsOf(`capture_expressions.${at}`, text));
  return [...faultsOf('condition', condition), ...captured.flat()];
}

function faultsOf(field: string, text: string | null | undefined): FieldFault[] {
  const message = text === undefined || text === null ? undefined : expressionFault(text);
  return message === undefined ? [] : [{ field, message }];
}
