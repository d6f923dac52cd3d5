import { fail, ok } from 'node:assert/strict';
import type { IncomingBody, Permit } from '../../platform/http/admission.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import { organizationId } from '../../schemas/ids.ts';
import { openBacklog } from '../../services/ingest-api/admission/consumer-lag.ts';
import {
  type AdmissionController,
  createAdmissionController,
  type RejectReason,
} from '../../services/ingest-api/admission/controller.ts';

export const shared = 1000;
export const bound = 4000;
export const reserved = 1000;
export const narrow = {
  bytesMin: shared,
  bytesMax: shared,
  bytesBound: bound,
  reservedBytes: reserved,
  reservedForBytesMax: 300,
  requestBytesMin: 1,
  unstatedBytes: 10,
  inflation: 5,
};
export const backlogLimits = {
  bytesMin: 100,
  bytesMax: shared,
  stepBytes: 10,
  targetMs: 1000,
  stillMsMax: 5000,
};

export const organization = (index: number) =>
  organizationId(`11111111-1111-4111-8111-${String(index).padStart(12, '0')}`);

/** A body of which nothing was read yet. */
export const incoming = (owner: number, fields: Partial<IncomingBody> = {}): IncomingBody => ({
  organizationId: organization(owner),
  budget: 'telemetry',
  wireBytes: undefined,
  isDeflated: false,
  breakOff: () => undefined,
  ...fields,
});

/** Admits at once, or throws what the client is answered. */
export const admitNow =
  (gate: AdmissionController) =>
  (asked: IncomingBody): Permit => {
    const permit = gate.ask(asked);
    if (permit === undefined) throw gate.refused(asked);
    return permit;
  };

export type Upload = { readonly owner: number; bytes: number; readonly place: Permit };

/** A gate with a record of who holds what beside it. */
export function openTestGate(options: { backlog?: ReturnType<typeof openBacklog> } = {}) {
  const refusals: RejectReason[] = [];
  const { backlog = openBacklog(backlogLimits) } = options;
  const gate = createAdmissionController({
    backlog,
    limits: narrow,
    now: () => 0,
    random: () => 0.5,
    onRefused: why => refusals.push(why),
  });
  const uploads: Upload[] = [];
  return {
    gate,
    refusals,
    uploads,
    /** Why it was refused; undefined when it was not. */
    ask: (owner: number, bytes: number): RejectReason | undefined => {
      try {
        const place = admitNow(gate)(incoming(owner, { wireBytes: bytes }));
        uploads.push({ owner, bytes, place });
        return undefined;
      } catch (error) {
        ok(error instanceof HttpProblem);
        return refusals.at(-1) ?? fail('expected a refusal to be counted');
      }
    },
    holdings: () => {
      const byOwner = new Map<number, number>();
      for (const { owner, bytes } of uploads) byOwner.set(owner, (byOwner.get(owner) ?? 0) + bytes);
      return byOwner;
    },
    end: (index: number): void =>
      uploads.splice(index % (uploads.length || 1), 1)[0]?.place.release(),
  };
}
