import { z } from 'zod';
import { instant, json, jsonObject } from '../http/parts.ts';

export const snapshotBody = z.object({
  id: z.string(),
  breakpoint_id: z.string(),
  service_name: z.string(),
  number: z.int().meta({ description: 'Which capture of the breakpoint it is.' }),
  trace_id: z.string().nullable(),
  taken_at: instant,
  condition_undecided: z.boolean().meta({
    description:
      'Its variables do not say whether the condition of the breakpoint holds: the SDK took it.',
  }),
});

export type SnapshotBody = z.infer<typeof snapshotBody>;

export const captureBody = z.object({
  function_name: z.string(),
  label: z.string(),
  file_path: z.string(),
  line_number: z.int(),
  mode: z.string(),
  variables: jsonObject,
  security_flags: z.array(json),
  stack_trace: z.string(),
  request_context: json,
  expression_results: json,
  span_id: z.string().nullable(),
  captured_at: z.string().nullable().meta({ description: 'As the SDK sent it.' }),
  masked: z.int().meta({ description: 'Values that the server masked, beside those of the SDK.' }),
});

export type CaptureBody = z.infer<typeof captureBody>;
