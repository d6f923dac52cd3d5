import { type Brand, type OrganizationId, type StreamName, stream } from '../ids.ts';
import { uuidV5 } from '../uuid.ts';

export type BreakpointId = Brand<string, 'BreakpointId'>;
/** What a breakpoint captured once. */
export type SnapshotId = Brand<string, 'SnapshotId'>;

export const breakpointId = (value: string): BreakpointId => value as BreakpointId;
export const snapshotId = (value: string): SnapshotId => value as SnapshotId;

/** What makes two breakpoints of an organization the same one. */
export type BreakpointIdentity = {
  readonly service: string;
  readonly functionName: string;
  readonly label: string;
  readonly filePath: string;
  readonly lineNumber: number;
};

/** A service has one breakpoint of a function and label; code moves, so file and line count only where no function is known. */
export function breakpointIdOf(
  organizationId: OrganizationId,
  { service, functionName, label, filePath, lineNumber }: BreakpointIdentity,
): BreakpointId {
  const place = functionName === '' ? ['line', filePath, lineNumber] : ['function', functionName];
  return breakpointId(
    uuidV5(organizationId, JSON.stringify(['breakpoint', service, label, ...place])),
  );
}

export const breakpointStream = (id: BreakpointId): StreamName => stream('breakpoint', id);

/** What holds for all snapshots of an organization. */
export const snapshotsStream = (id: OrganizationId): StreamName => stream('snapshots', id);
