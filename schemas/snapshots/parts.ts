import { z } from 'zod';
import { exactJsonText } from '../exact-json.ts';
import { instant, jsonObject, optionalNullable, serviceName } from '../http/parts.ts';
import { sentInstant } from '../http/sent-instant.ts';
import { wholeText } from '../http/text.ts';
import { breakpointModes, breakpointStatuses } from './breakpoint.ts';

const functionCharactersMax = 500;
const labelCharactersMax = 200;
const pathCharactersMax = 1_000;
const lineMax = 10_000_000;
const conditionCharactersMax = 1_000;
const expressionsMax = 20;
const metadataCharactersMax = 4_096;

/** Requests are checked against the language by their endpoints. */
const condition = wholeText(conditionCharactersMax).meta({
  description: 'An expression of the language of conditions.',
});

export const placeFields = {
  function_name: wholeText(functionCharactersMax),
  label: wholeText(labelCharactersMax),
  file_path: wholeText(pathCharactersMax),
  line_number: z.int().min(0).max(lineMax),
};

/** The limits of captures are those of the SDKs' documentation. */
const settingFields = {
  enabled: z.boolean(),
  mode: z.enum(breakpointModes, { error: 'expected snapshot or logpoint' }),
  max_captures: z.int().min(0).max(1_000_000),
  idle_timeout_hours: z.int().min(1).max(8_760),
  pinned: z.boolean(),
  condition,
  expire_at: sentInstant,
  stack_depth: z.int().min(1).max(50),
  max_depth: z.int().min(1).max(10),
  max_payload_bytes: z.int().min(256).max(1_048_576),
  capture_expressions: z.array(condition).max(expressionsMax),
  capture_frequency: z.int().min(1).max(1_000_000),
  metadata: jsonObject
    .refine(
      value => exactJsonText(value).length <= metadataCharactersMax,
      `expected at most ${metadataCharactersMax} characters of JSON`,
    )
    .meta({
      description: `At most ${metadataCharactersMax} characters of JSON. A number that no double holds is kept as a text of its digits.`,
    }),
};

const placed = { description: 'Needs `function_name`, or `file_path` and `line_number`.' };

/** A breakpoint as users set it: by function, or by file and line. */
export const createdBreakpoint = z
  .object({
    service_name: serviceName,
    function_name: optionalNullable(placeFields.function_name),
    label: optionalNullable(placeFields.label),
    file_path: optionalNullable(placeFields.file_path),
    line_number: optionalNullable(placeFields.line_number),
    enabled: optionalNullable(settingFields.enabled),
    mode: optionalNullable(settingFields.mode),
    max_captures: optionalNullable(settingFields.max_captures),
    idle_timeout_hours: optionalNullable(settingFields.idle_timeout_hours),
    pinned: optionalNullable(settingFields.pinned),
    condition: optionalNullable(settingFields.condition),
    expire_at: optionalNullable(settingFields.expire_at),
    stack_depth: optionalNullable(settingFields.stack_depth),
    max_depth: optionalNullable(settingFields.max_depth),
    max_payload_bytes: optionalNullable(settingFields.max_payload_bytes),
    capture_expressions: optionalNullable(settingFields.capture_expressions),
    capture_frequency: optionalNullable(settingFields.capture_frequency),
    metadata: optionalNullable(settingFields.metadata),
  })
  .refine(isPlaced, 'expected function_name, or file_path and line_number')
  .meta(placed);

/** Null ends a setting that need not be there; else it counts as absent. */
export const changedBreakpoint = z.object({
  file_path: optionalNullable(placeFields.file_path),
  line_number: optionalNullable(placeFields.line_number),
  enabled: optionalNullable(settingFields.enabled),
  mode: optionalNullable(settingFields.mode),
  max_captures: optionalNullable(settingFields.max_captures),
  idle_timeout_hours: optionalNullable(settingFields.idle_timeout_hours),
  pinned: optionalNullable(settingFields.pinned),
  condition: settingFields.condition.nullish(),
  expire_at: settingFields.expire_at.nullish(),
  stack_depth: settingFields.stack_depth.nullish(),
  max_depth: settingFields.max_depth.nullish(),
  max_payload_bytes: settingFields.max_payload_bytes.nullish(),
  capture_expressions: settingFields.capture_expressions.nullish(),
  capture_frequency: settingFields.capture_frequency.nullish(),
  metadata: settingFields.metadata.nullish(),
});

/** What SDKs send of the place that they run through. */
export const registeredBreakpoint = z
  .object({
    service_name: serviceName,
    function_name: optionalNullable(placeFields.function_name),
    label: optionalNullable(placeFields.label),
    file_path: optionalNullable(placeFields.file_path),
    line_number: optionalNullable(placeFields.line_number),
  })
  .refine(isPlaced, 'expected function_name, or file_path and line_number')
  .meta(placed);

type Placed = {
  readonly function_name?: string | undefined;
  readonly file_path?: string | undefined;
  readonly line_number?: number | undefined;
};

function isPlaced({ function_name: name = '', file_path: file = '', line_number: line }: Placed) {
  return name !== '' || (file !== '' && line !== undefined);
}

/** SDKs decode it, so what is not set is absent and never null. */
export const breakpointBody = z.object({
  id: z.string(),
  service_name: z.string(),
  function_name: z.string(),
  label: z.string(),
  file_path: z.string(),
  line_number: z.int(),
  enabled: z.boolean(),
  mode: z.enum(breakpointModes),
  max_captures: z.int().meta({ description: '0: without a limit.' }),
  capture_count: z.int(),
  idle_timeout_hours: z.int(),
  pinned: z.boolean().meta({ description: 'It does not expire when nothing uses it.' }),
  condition: z.string().optional(),
  condition_eval: z.enum(['sdk-evaluable', 'server-only']).optional(),
  expire_at: instant.optional(),
  stack_depth: z.int().optional(),
  max_depth: z.int().optional(),
  max_payload_bytes: z.int().optional(),
  capture_expressions: z.array(z.string()).optional(),
  capture_frequency: z.int().optional(),
  metadata: jsonObject.optional(),
  status: z.enum(breakpointStatuses).meta({
    description:
      '`exhausted`: it has as many captures as it may have. `expired`: its time is over, or it was not used for long.',
  }),
  created_at: instant,
  updated_at: instant,
});

/** As SDKs read it. Those that compare `expire_at` with their clocks fail, so the server ends breakpoints alone. */
export const sdkBreakpointBody = breakpointBody.extend({
  expire_at: z.null().optional().meta({
    description: 'Null where the breakpoint ends at an instant: the server ends it.',
  }),
});

export type SdkBreakpointBody = z.infer<typeof sdkBreakpointBody>;

export type BreakpointBody = z.infer<typeof breakpointBody>;
