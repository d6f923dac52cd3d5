import { z } from 'zod';
import { jsonObject, optionalNullable, serviceName } from '../http/parts.ts';
import { dropReasons } from './breakpoint.ts';
import { placeFields, sdkBreakpointBody } from './parts.ts';

const idCharactersMax = 64;

/** A place that a program runs through, by the id of a breakpoint, function and label, or file and line. */
export const checkedInBody = z
  .object({
    service_name: serviceName,
    breakpoint_id: optionalNullable(z.string().max(idCharactersMax)),
    function_name: optionalNullable(placeFields.function_name),
    label: optionalNullable(placeFields.label),
    file_path: optionalNullable(placeFields.file_path),
    line_number: optionalNullable(placeFields.line_number),
    variables: optionalNullable(jsonObject),
    metadata: optionalNullable(jsonObject),
    trace_id: optionalNullable(z.string().max(idCharactersMax)),
  })
  .refine(
    ({ breakpoint_id: id, function_name: name, file_path: file, line_number: line }) =>
      id !== undefined || name !== undefined || (file !== undefined && line !== undefined),
    'expected breakpoint_id, function_name, or file_path and line_number',
  )
  .meta({
    description: 'Needs `breakpoint_id`, `function_name`, or `file_path` and `line_number`.',
  });

export const checkedInAnswer = z.object({
  capture: z.boolean(),
  /** Null: it is captured. */
  reason: z.enum([...dropReasons, 'unknown_breakpoint']).nullable(),
  /** Why the condition cannot be evaluated. */
  message: z.string().nullable(),
  breakpoint: sdkBreakpointBody.nullable(),
  kill_switch: z.boolean(),
});
