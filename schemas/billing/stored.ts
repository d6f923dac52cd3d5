import type { SampleKind } from '../samples/record.ts';

/**
 * What an organization stores, by kind. All of it together counts for its plan, in the month in which it was received.
 *  traces, metrics   bodies of requests as they were sent
 *  replays           chunks of recorded sessions, with what is known of each
 *  source_maps       compressed
 *  snapshots         what breakpoints captured
 *  health            heartbeats, and results of health checks
 *  webhooks          what receivers of webhooks answered
 *  changes           of rules, breakpoints, conversations and everything else that keys change: payloads of events
 */
export const storedKinds = [
  'traces',
  'metrics',
  'replays',
  'source_maps',
  'snapshots',
  'health',
  'webhooks',
  'changes',
] as const;

export type StoredKind = (typeof storedKinds)[number];

export type BytesByKind = Readonly<Record<StoredKind, number>>;

export const kindOfSample: Readonly<Record<SampleKind, StoredKind>> = {
  heartbeat: 'health',
  missed: 'health',
  check: 'health',
  delivery: 'webhooks',
  replay: 'replays',
  capture: 'snapshots',
  source_map: 'source_maps',
};

export const noBytes: BytesByKind = {
  traces: 0,
  metrics: 0,
  replays: 0,
  source_maps: 0,
  snapshots: 0,
  health: 0,
  webhooks: 0,
  changes: 0,
};
