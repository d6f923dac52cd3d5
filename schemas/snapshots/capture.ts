import { z } from 'zod';
import { dayOf, isOfEarlierDay } from '../day.ts';
import { json, jsonObject, optionalNullable, serviceName } from '../http/parts.ts';
import type { OrganizationId } from '../ids.ts';
import type { Json } from '../json.ts';
import { type BreakpointMode, breakpointModes } from './breakpoint.ts';
import type { SnapshotId } from './ids.ts';
import { placeFields } from './parts.ts';

const flagsMax = 1_000;
const stackCharactersMax = 200_000;
const idCharactersMax = 64;

const id = z.string().max(idCharactersMax);

/** What SDKs send of a hit; Go's names neither function nor label. */
export const capturedBody = z.object({
  breakpoint_id: id,
  service_name: optionalNullable(serviceName),
  function_name: optionalNullable(placeFields.function_name),
  label: optionalNullable(placeFields.label),
  file_path: optionalNullable(placeFields.file_path),
  line_number: optionalNullable(placeFields.line_number),
  variables: optionalNullable(jsonObject),
  security_flags: optionalNullable(z.array(json).max(flagsMax)),
  stack_trace: optionalNullable(z.string().max(stackCharactersMax)),
  trace_id: optionalNullable(id),
  span_id: optionalNullable(id),
  request_context: optionalNullable(json),
  expression_results: optionalNullable(json),
  mode: optionalNullable(z.enum(breakpointModes)),
  captured_at: optionalNullable(id),
});

/** What was captured, as it is kept: without personal and secret values. */
export type StoredCapture = {
  readonly variables: { readonly [name: string]: Json };
  readonly securityFlags: readonly Json[];
  readonly stackTrace: string;
  readonly requestContext: Json;
  readonly expressionResults: Json;
  readonly functionName: string;
  readonly label: string;
  readonly filePath: string;
  readonly lineNumber: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly mode: BreakpointMode;
  /** As the SDK sent it. */
  readonly capturedAt: string;
  /** Values that this server masked. */
  readonly masked: number;
};

/** Where a capture lies that is too long for a sample. */
export type CaptureClaim = { readonly blob: string; readonly bytes: number };

/** Longer captures lie in the blob store. */
export const captureBytesMax = 64 * 1024;

/** As long as samples are kept by default. */
export const captureKeptDays = 30;

/** The common beginning of the names of long captures. */
export const captureBlobs = 'captures/';

export const captureBlob = (
  organizationId: OrganizationId,
  snapshotId: SnapshotId,
  receivedAtMs: number,
): string => `${captureBlobs}${dayOf(receivedAtMs)}/${organizationId}/${snapshotId}`;

/** Whether a capture was received on a day that had ended by then. */
export const isCaptureBefore = (name: string, atMs: number): boolean =>
  isOfEarlierDay(name, captureBlobs, atMs);
