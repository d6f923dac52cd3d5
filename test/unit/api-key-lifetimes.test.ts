import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import type { Principal } from '../../platform/http/handler.ts';
import type { ApiKeyRow } from '../../projections/api-keys/api-key-row.ts';
import { apiKeys } from '../../projections/api-keys/api-keys.ts';
import { openAuthenticate } from '../../projections/api-keys/authenticate.ts';
import type { ApiKeyCommand } from '../../schemas/api-keys/commands.ts';
import { formatApiKey, hashApiKey } from '../../schemas/api-keys/format.ts';
import { type KeyKind, keyKinds } from '../../schemas/api-keys/kinds.ts';
import type { KeyRestrictions } from '../../schemas/api-keys/restrictions.ts';
import type { Command } from '../../schemas/commands/command.ts';
import { hourMs } from '../../schemas/durations.ts';
import type { EventOf, EventPayload } from '../../schemas/events/event.ts';
import {
  apiKeyStream,
  commandId,
  type KeyId,
  keyId,
  type OrganizationId,
  organizationId,
  type StreamName,
} from '../../schemas/ids.ts';
import type { AggregateState } from '../../services/decider/core/aggregate.ts';
import { evolve } from '../../services/decider/core/features.ts';
import { decideOn, recordedAt, toEvent } from '../support/given.ts';
import { holds } from '../support/property.ts';

const organization = organizationId('11111111-1111-4111-8111-111111111111');
const other = organizationId('22222222-2222-4222-8222-222222222222');

/** One step: a command about the key of this number, or time alone. */
type Step =
  | {
      readonly do: 'issue';
      readonly kind: KeyKind;
      readonly open: boolean;
      readonly livesMs?: number;
    }
  | {
      readonly do: 'change';
      readonly at: number;
      readonly rate: number | null;
      readonly closed: boolean;
    }
  | {
      readonly do: 'rotate';
      readonly at: number;
      readonly overlapMs: number;
      readonly foreign: boolean;
    }
  | { readonly do: 'revoke'; readonly at: number; readonly foreign: boolean }
  | { readonly do: 'wait' };

type StepOnKey = Extract<Step, { readonly at: number }>;

const at = fc.nat({ max: 9 });
const foreign = fc.boolean();
const spanMs = fc.constantFrom(0, 1, hourMs, 24 * hourMs);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record({ kind: fc.constantFrom(...keyKinds), open: fc.boolean(), lives: fc.option(spanMs) })
    .map(({ lives, ...rest }) => ({
      do: 'issue' as const,
      ...rest,
      ...(lives !== null && { livesMs: lives + 1 }),
    })),
  fc.record({
    do: fc.constant('change' as const),
    at,
    rate: fc.option(fc.nat({ max: 3 })),
    closed: fc.boolean(),
  }),
  fc.record({ do: fc.constant('rotate' as const), at, overlapMs: spanMs, foreign }),
  fc.record({ do: fc.constant('revoke' as const), at, foreign }),
  fc.constant({ do: 'wait' as const }),
);
const steps = fc.array(fc.record({ step, passMs: spanMs }), { maxLength: 25 });

/** What a key is, said once more and plainly. */
type ModelKey = {
  readonly kind: KeyKind;
  readonly bornMs: number;
  readonly livesMs: number | undefined;
  restrictions: KeyRestrictions;
  overlapEndMs: number;
  rotated: boolean;
  revoked: boolean;
};

const isPublic = (kind: KeyKind): boolean => ['pub', 'widget'].includes(kind);

function openModel() {
  const keys: ModelKey[] = [];
  const issue = (kind: KeyKind, restrictions: KeyRestrictions, bornMs: number, livesMs?: number) =>
    keys.push({
      kind,
      restrictions,
      bornMs,
      livesMs,
      overlapEndMs: Number.POSITIVE_INFINITY,
      rotated: false,
      revoked: false,
    });
  const create = (given: Extract<Step, { do: 'issue' }>, nowMs: number): void => {
    if (!given.open && isPublic(given.kind)) return;
    issue(given.kind, given.open ? { allowNoOrigin: true } : {}, nowMs, given.livesMs);
  };
  const hasExpired = ({ livesMs, bornMs }: ModelKey, nowMs: number): boolean =>
    livesMs !== undefined && nowMs >= bornMs + livesMs;
  const rotate = (key: ModelKey, overlapMs: number, nowMs: number): void => {
    if (key.rotated || hasExpired(key, nowMs)) return;
    key.rotated = true;
    key.overlapEndMs = nowMs + overlapMs;
    issue(key.kind, key.restrictions, nowMs, key.livesMs);
  };
  const onKey = (given: StepOnKey, key: ModelKey, nowMs: number): void => {
    if (given.do === 'change') changeModel(key, given);
    else if (given.foreign) return;
    else if (given.do === 'revoke') key.revoked = true;
    else rotate(key, given.overlapMs, nowMs);
  };
  return {
    keys,
    usable: (key: ModelKey, nowMs: number): boolean =>
      !key.revoked && nowMs < key.overlapEndMs && !hasExpired(key, nowMs),
    step: (given: Step, nowMs: number): void => {
      if (given.do === 'wait') return;
      if (given.do === 'issue') {
        create(given, nowMs);
        return;
      }
      const key = keys[given.at];
      if (key !== undefined && !key.revoked) onKey(given, key, nowMs);
    },
  };
}

function changeModel(key: ModelKey, { closed, rate }: Extract<Step, { do: 'change' }>): void {
  if (closed && isPublic(key.kind)) return;
  const isOpen = key.restrictions.allowNoOrigin === true && !closed;
  key.restrictions = {
    ...(isOpen && { allowNoOrigin: true }),
    ...(rate !== null && { ratePerMinute: rate }),
  };
}

/** The deciders, the fold and authentication, over memory. */
function openReal() {
  const made: { readonly id: KeyId; readonly text: string; readonly kind: KeyKind }[] = [];
  const memory = openMemory();
  const newKey = (kind: KeyKind) => {
    const text = formatApiKey(kind, Buffer.alloc(32, made.length + 1));
    const id = keyId(`00000000-0000-4000-8000-${String(made.length).padStart(12, '0')}`);
    return { text, kind, id, key: { id, hash: hashApiKey(text), hint: text.slice(-4) } };
  };
  const issue = ({ kind, open, livesMs }: Extract<Step, { do: 'issue' }>, nowMs: number): void => {
    const { key, ...own } = newKey(kind);
    const restrictions = open ? { allowNoOrigin: true } : {};
    const expiry = livesMs === undefined ? {} : { expiresAtMs: nowMs + livesMs };
    const data = { key, kind, name: 'a key', serviceName: 'checkout', restrictions, ...expiry };
    if (memory.send({ type: 'IssueApiKey', data }, nowMs)) made.push(own);
  };
  const rotate = (given: Extract<Step, { do: 'rotate' }>, nowMs: number): void => {
    const old = made[given.at];
    const { key: successor, ...own } = newKey(old?.kind ?? 'live');
    const { overlapMs } = given;
    const data = { keyId: old?.id ?? unknown, successor, overlapMs };
    const sender = given.foreign ? other : organization;
    if (memory.send({ type: 'RotateApiKey', data }, nowMs, sender)) made.push(own);
  };
  const onKey = (given: Exclude<StepOnKey, { do: 'rotate' }>, nowMs: number): void => {
    const id = made[given.at]?.id ?? unknown;
    if (given.do === 'change') {
      const change = { ratePerMinute: given.rate, ...(given.closed && { allowNoOrigin: null }) };
      memory.send({ type: 'ChangeApiKey', data: { keyId: id, change } }, nowMs);
    } else {
      const sender = given.foreign ? other : organization;
      memory.send({ type: 'RevokeApiKey', data: { keyId: id } }, nowMs, sender);
    }
  };
  return {
    texts: () => made.map(({ text }) => text),
    authenticate: memory.authenticate,
    step: (given: Step, nowMs: number): void => {
      if (given.do === 'issue') issue(given, nowMs);
      else if (given.do === 'rotate') rotate(given, nowMs);
      else if (given.do !== 'wait') onKey(given, nowMs);
    },
  };
}

const unknown = keyId('00000000-0000-4000-9000-000000000000');

function openMemory() {
  const states = new Map<StreamName, AggregateState | undefined>();
  const rows = new Map<string, ApiKeyRow>();
  let [position, nowMs] = [0, 0];
  const lookUp = openAuthenticate({
    clock: () => nowMs,
    now: () => 0,
    projections: {
      get: ((_: unknown, hash: string) => rows.get(hash)) as never,
      barrier: async () => undefined,
      lastHeardAtMs: () => 0,
    },
  });
  const append = (stream: StreamName, fact: EventPayload, atMs: number): void => {
    const event = toEvent(fact, atMs);
    states.set(stream, evolve(stream, states.get(stream), event));
    const own = event as EventOf<'ApiKeyIssued'>;
    const recorded = recordedAt(position++);
    for (const key of apiKeys.keys(own, recorded)) {
      const row = apiKeys.project(rows.get(key), own, key, recorded);
      if (row !== undefined) rows.set(key, row);
    }
  };
  return {
    authenticate: (text: string, atMs: number) => {
      nowMs = atMs;
      return lookUp(text, { refreshOnMiss: false });
    },
    /** False: rejected. */
    send: (wish: ApiKeyCommand, atMs: number, sender = organization): boolean => {
      const decision = decideOn(commandOf(wish, atMs, sender), states);
      if (decision.kind === 'rejected') return false;
      for (const { stream, facts } of decision.appends)
        for (const fact of facts) append(stream, fact, atMs);
      return true;
    },
  };
}

const commandOf = (wish: ApiKeyCommand, atMs: number, sender: OrganizationId): Command => ({
  ...wish,
  id: commandId('test'),
  version: 2,
  stream: apiKeyStream(keyId('test')),
  atMs,
  organizationId: sender,
  correlationId: 'test',
  actor: 'test',
  requestHash: 'test',
});

const shown = (found: Principal | undefined) =>
  found && { kind: found.kind, rate: found.ratePerMinute, open: found.allowNoOrigin };

describe('the keys of an organization', () => {
  it('authenticate exactly while a naive model says so, with the restrictions it says', async () => {
    const property = fc.asyncProperty(steps, async given => {
      const [model, real] = [openModel(), openReal()];
      let nowMs = 1_000;
      for (const { step: each, passMs } of given) {
        model.step(each, nowMs);
        real.step(each, nowMs);
        for (const atMs of [nowMs, nowMs + passMs]) {
          const found = [];
          for (const text of real.texts()) found.push(shown(await real.authenticate(text, atMs)));
          const expected = model.keys.map(key =>
            model.usable(key, atMs)
              ? {
                  kind: key.kind,
                  rate: key.restrictions.ratePerMinute,
                  open: key.restrictions.allowNoOrigin,
                }
              : undefined,
          );
          deepEqual(found, expected);
        }
        nowMs += passMs;
      }
    });
    await holds(property, 2_000);
  });
});
