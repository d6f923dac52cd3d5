import type { HttpProblem } from '../problem.ts';

/** Codes of gRPC that are used here, by the names of its specification. */
export const grpcCodes = {
  ok: 0,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  resourceExhausted: 8,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const;

const byStatus: Readonly<Record<number, number>> = {
  400: grpcCodes.invalidArgument,
  401: grpcCodes.unauthenticated,
  403: grpcCodes.permissionDenied,
  404: grpcCodes.notFound,
  408: grpcCodes.deadlineExceeded,
  413: grpcCodes.resourceExhausted,
  415: grpcCodes.invalidArgument,
  429: grpcCodes.resourceExhausted,
  500: grpcCodes.internal,
  501: grpcCodes.unimplemented,
  503: grpcCodes.unavailable,
};

/** The code of gRPC that says the same as the status of HTTP. */
export const grpcCodeOf = ({ status }: Pick<HttpProblem, 'status'>): number =>
  byStatus[status] ?? grpcCodes.unknown;
