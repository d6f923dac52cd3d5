import { equal } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import { organizationId } from '../../schemas/ids.ts';
import { type Breakpoint, settingDefaults } from '../../schemas/snapshots/breakpoint.ts';
import {
  type BreakpointIdentity,
  breakpointIdOf,
  breakpointStream,
  snapshotId,
} from '../../schemas/snapshots/ids.ts';
import type { WholeTidemark } from './cluster.ts';
import { past } from './given.ts';
import { until } from './until.ts';

export const owner = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
export const stranger = organizationId('99999999-67d8-5369-b5c4-53b455d2bbb3');

export const identity: BreakpointIdentity = {
  service: 'checkout',
  functionName: 'placeOrder',
  label: 'before-payment',
  filePath: 'src/order.ts',
  lineNumber: 42,
};

export const breakpointId = breakpointIdOf(owner, identity);
export const inBreakpoint = breakpointStream(breakpointId);
export const ofBreakpoint = { breakpointId, organizationId: owner };

export const breakpointWith = (fields: Partial<Breakpoint> = {}): Breakpoint => ({
  ...settingDefaults,
  ...identity,
  ...fields,
});

export const breakpointSet = (fields: Partial<Breakpoint> = {}, atMs = 0) =>
  past(
    inBreakpoint,
    {
      type: 'BreakpointSet',
      data: { ...ofBreakpoint, breakpoint: breakpointWith(fields) },
    },
    atMs,
  );

export const aSnapshot = snapshotId('5d0c2c5e-91a2-5c1c-8c1e-55a1b0a4f6c3');

export const hit = (captureCount: number): EventPayload => ({
  type: 'BreakpointHit',
  data: { ...ofBreakpoint, service: identity.service, snapshotId: aSnapshot, captureCount },
});

export type SnapshotCustomer = Awaited<ReturnType<typeof snapshotCustomer>>;

/** Somebody whose programs have breakpoints. */
export async function snapshotCustomer(tidemark: WholeTidemark, name: string) {
  const email = `${name}-${randomUuid()}@example.org`;
  const { key, verified } = await tidemark.account(email, 'checkout');
  /** Sends a request again while the server asks for that; under one key, it is the same one. */
  const call = async <Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const repeatable = { 'Idempotency-Key': randomUuid(), ...headers };
    return until('a response that is not 503', async () => {
      const answer = await send<Body>(method, path, body, repeatable);
      return answer.status !== 503 && answer;
    });
  };
  const send = async <Body>(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ) => {
    const response = await fetch(`${tidemark.url}${path}`, {
      method,
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text) as Body };
  };
  const ok = async <Body = Record<string, unknown>>(
    ...[method, path, body, headers]: [string, string, unknown?, Record<string, string>?]
  ): Promise<Body> => {
    const answer = await call<Body>(method, path, body, headers);
    equal(answer.status < 300, true, `${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  return { key, organization: String(verified.body.organization_id), call, ok };
}
