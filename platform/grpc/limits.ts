/** Limits of what clients of gRPC can make this process hold or wait for, beside those that they share with HTTP. */
export type GrpcLimits = {
  readonly connectionsMax: number;
  /** Calls of one connection at once; a client keeps further ones to itself. */
  readonly callsPerConnectionMax: number;
  /** Of the headers of a call, as HTTP/2 counts them. */
  readonly headerBytesMax: number;
  readonly headersMax: number;
  /** Bytes of a call that are held before it is admitted; more of it comes as it is read. */
  readonly callWindowBytes: number;
  /** Bytes of all calls of a connection that may be on their way. */
  readonly connectionWindowBytes: number;
  readonly connectionMemoryMiB: number;
  /** Frames that HTTP/2 does not allow, and calls over the limit, until a connection is closed. */
  readonly invalidFramesMax: number;
  readonly rejectedCallsMax: number;
  readonly pingsMax: number;
  readonly settingsMax: number;
  /** From a connection to the end of its TLS handshake. */
  readonly handshakeMsMax: number;
  /** From the headers of a call to the last byte of its message. */
  readonly messageMsMax: number;
  /** A later deadline of a client counts as this one. */
  readonly deadlineMsMax: number;
  /** A connection on which nothing comes or goes for so long is closed; clients open another when they need one. */
  readonly idleMs: number;
  /** How long a client has to take what closes its connection. */
  readonly closeMs: number;
  readonly drainMs: number;
};

const KiB = 1024;
const minuteMs = 60_000;

export const grpcLimits: GrpcLimits = {
  connectionsMax: 10_000,
  callsPerConnectionMax: 100,
  headerBytesMax: 16 * KiB,
  headersMax: 100,
  callWindowBytes: 64 * KiB,
  connectionWindowBytes: 1024 * KiB,
  connectionMemoryMiB: 10,
  invalidFramesMax: 100,
  rejectedCallsMax: 100,
  pingsMax: 10,
  settingsMax: 32,
  handshakeMsMax: 10_000,
  messageMsMax: minuteMs,
  deadlineMsMax: 60 * minuteMs,
  idleMs: 5 * minuteMs,
  closeMs: 1000,
  drainMs: 30_000,
};
