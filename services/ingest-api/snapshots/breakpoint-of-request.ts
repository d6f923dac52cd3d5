import { withDigitsAsTexts } from '../../../schemas/exact-json.ts';
import type { RequestOf } from '../../../schemas/http/routes.ts';
import { sentInstantMs } from '../../../schemas/http/sent-instant.ts';
import {
  type Breakpoint,
  type BreakpointSettings,
  settingDefaults,
} from '../../../schemas/snapshots/breakpoint.ts';
import type { BreakpointChanges } from '../../../schemas/snapshots/commands.ts';
import type { BreakpointIdentity } from '../../../schemas/snapshots/ids.ts';

/** The place that a request names; what it does not name is empty. */
export const identityOf = (sent: RequestOf<'registerBreakpoint'>): BreakpointIdentity => ({
  service: sent.service_name,
  functionName: sent.function_name ?? '',
  label: sent.label ?? '',
  filePath: sent.file_path ?? '',
  lineNumber: sent.line_number ?? 0,
});

/** Settings that are not named have their defaults, or are not there. */
export function breakpointOf(sent: RequestOf<'createBreakpoint'>): Breakpoint {
  const named = changesOf(sent) as Partial<BreakpointSettings>;
  return { ...settingDefaults, ...named, ...identityOf(sent) };
}

/** What a request names of a breakpoint; null ends a setting. */
export function changesOf(
  sent: RequestOf<'changeBreakpoint'> | RequestOf<'createBreakpoint'>,
): BreakpointChanges {
  const { expire_at: expireAt } = sent;
  const changes = {
    filePath: sent.file_path,
    lineNumber: sent.line_number,
    enabled: sent.enabled,
    mode: sent.mode,
    maxCaptures: sent.max_captures,
    idleTimeoutHours: sent.idle_timeout_hours,
    pinned: sent.pinned,
    condition: sent.condition,
    expireAtMs: expireAt ? sentInstantMs(expireAt) : expireAt,
    stackDepth: sent.stack_depth,
    maxDepth: sent.max_depth,
    maxPayloadBytes: sent.max_payload_bytes,
    captureExpressions: sent.capture_expressions,
    captureFrequency: sent.capture_frequency,
    metadata: sent.metadata && withDigitsAsTexts(sent.metadata),
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
