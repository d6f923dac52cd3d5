/** What decides, beside a body itself, which of its items are taken. */
export type WalkContext = {
  readonly receivedAtMs: number;
  /** When its items were judged, if they were parked before they are received. */
  readonly parkedAtMs?: number | undefined;
  /** The only services whose items are taken; every one when absent. */
  readonly services?: readonly string[] | undefined;
  /** Called for each resource that names no service. */
  readonly unnamedSeen?: (() => void) | undefined;
};

/** The instant from which ages of items count. */
export const judgedAtMs = ({ parkedAtMs, receivedAtMs }: WalkContext): number =>
  parkedAtMs ?? receivedAtMs;

/** The names as bytes, to be compared with those of a body. */
export const serviceBytes = ({ services }: WalkContext): readonly Uint8Array[] | undefined =>
  services?.map(name => Buffer.from(name));
