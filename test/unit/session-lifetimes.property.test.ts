import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import type { Row } from '../../platform/read-store/port.ts';
import { openAuthenticate } from '../../projections/api-keys/authenticate.ts';
import type { Projection } from '../../projections/engine/projection.ts';
import { type MemberRow, memberKey, members } from '../../projections/members/members.ts';
import { sessions } from '../../projections/sessions/sessions.ts';
import { formatApiKey, hashApiKey } from '../../schemas/api-keys/format.ts';
import type { Command } from '../../schemas/commands/command.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import { type MailboxHash, mailboxHash, type StreamName, sealed } from '../../schemas/ids.ts';
import type { AggregateState } from '../../services/decider/core/aggregate.ts';
import { evolve } from '../../services/decider/core/features.ts';
import { address, another } from '../support/account-commands.ts';
import { decideOn, recordedAt, toEvent } from '../support/given.ts';
import { holds } from '../support/property.ts';
import {
  endSession,
  membership,
  registered,
  requestSession,
  verifySession,
} from '../support/session-commands.ts';

const minuteMs = 60_000;
const lifeMs = 12 * 60 * minuteMs;

type Step =
  | { readonly do: 'request'; readonly organizations: number }
  | { readonly do: 'verify'; readonly at: number; readonly right: boolean; readonly choice: number }
  | { readonly do: 'end'; readonly at: number; readonly by: number };

const at = fc.nat({ max: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('request' as const), organizations: fc.nat({ max: 3 }) }),
  fc.record({
    do: fc.constant('verify' as const),
    at,
    right: fc.boolean(),
    // 0: none is chosen.
    choice: fc.nat({ max: 3 }),
  }),
  fc.record({ do: fc.constant('end' as const), at, by: fc.integer({ min: 1, max: 3 }) }),
);
const passMs = fc.constantFrom(0, minuteMs, 15 * minuteMs, lifeMs - 1, lifeMs);
const steps = fc.array(fc.record({ step, passMs }), { maxLength: 25 });

/** Each sign-in has a mailbox of its own here, so that no limit of a mailbox is met. */
const mailboxOf = (index: number): MailboxHash => mailboxHash(String(index).repeat(64));
const textOf = (index: number): string => formatApiKey('session', Buffer.alloc(32, index + 1));

/** What a sign-in is, said once more and plainly. */
type ModelSession = {
  readonly organizations: number;
  readonly codeEndsMs: number;
  wrong: number;
  of: number;
  endsMs: number;
};

function openModel() {
  const all: ModelSession[] = [];
  const verify = (
    { right, choice }: Extract<Step, { do: 'verify' }>,
    one: ModelSession,
    nowMs: number,
  ) => {
    if (one.of > 0 || one.wrong >= 5 || nowMs >= one.codeEndsMs) return;
    if (!right || one.organizations === 0) one.wrong++;
    else if (choice === 0 ? one.organizations === 1 : choice <= one.organizations) {
      one.of = choice || 1;
      one.endsMs = nowMs + lifeMs;
    }
  };
  return {
    /** The organization that the key of each sign-in opens. */
    opens: (nowMs: number) => all.map(({ of, endsMs }) => (nowMs < endsMs ? of : 0)),
    step: (given: Step, nowMs: number): void => {
      if (given.do === 'request') {
        const codeEndsMs = nowMs + 15 * minuteMs;
        all.push({ organizations: given.organizations, codeEndsMs, wrong: 0, of: 0, endsMs: 0 });
        return;
      }
      const one = all[given.at];
      if (one === undefined) return;
      if (given.do === 'verify') verify(given, one, nowMs);
      else if (one.of === given.by) one.endsMs = 0;
    },
  };
}

/** The deciders, the fold and authentication, over memory. */
function openReal() {
  const states = new Map<StreamName, AggregateState | undefined>();
  const rows = new Map<string, Row>();
  let [count, position, clockMs] = [0, 0, 0];
  const authenticate = openAuthenticate({
    clock: () => clockMs,
    now: () => 0,
    projections: {
      get: (({ name }: Projection, hash: string) =>
        name === sessions.name || name === members.name ? rows.get(hash) : undefined) as never,
      barrier: async () => undefined,
      lastHeardAtMs: () => 0,
    },
  });
  for (const { organizationId, userId, ...of } of memberships(3)) {
    const { stream, fact } = registered({ organizationId, userId, ...of });
    states.set(stream, evolve(stream, undefined, toEvent(fact, 0)));
    const who = { organizationId, userId, addressHash: address, email: sealed('an address') };
    const row: MemberRow = { ...who, role: 'owner', joinedAtMs: 0 };
    rows.set(memberKey(organizationId, userId), row);
  }
  const append = (stream: StreamName, fact: EventPayload, atMs: number): void => {
    const event = toEvent(fact, atMs) as never;
    states.set(stream, evolve(stream, states.get(stream), event));
    if (fact.type !== 'SessionStarted' && fact.type !== 'SessionEnded') return;
    const recorded = recordedAt(position++);
    for (const key of sessions.keys(event, recorded)) {
      const row = sessions.project(rows.get(key) as never, event, key, recorded);
      if (row !== undefined) rows.set(key, row);
    }
  };
  const send = (command: Command, atMs: number): void => {
    const decision = decideOn(command, states);
    if (decision.kind === 'rejected') return;
    for (const { stream, facts } of decision.appends)
      for (const fact of facts) append(stream, fact, atMs);
  };
  return {
    opens: async (nowMs: number): Promise<readonly number[]> => {
      clockMs = nowMs;
      const found: number[] = [];
      for (let index = 0; index < count; index++) {
        const principal = await authenticate(textOf(index), { refreshOnMiss: false });
        found.push(Number(principal?.organizationId.at(-1) ?? 0));
      }
      return found;
    },
    step: (given: Step, nowMs: number): void => {
      if (given.do === 'request') send(requestOf(given, count++, nowMs), nowMs);
      else send(commandOf(given, nowMs), nowMs);
    },
  };
}

const memberships = (count: number) =>
  Array.from({ length: count }, (_, index) => membership(index + 1));

const requestOf = (
  { organizations }: Extract<Step, { do: 'request' }>,
  index: number,
  atMs: number,
) =>
  requestSession(
    {
      sessionId: another(index),
      mailboxHash: mailboxOf(index),
      memberships: memberships(organizations),
    },
    atMs,
  );

function commandOf(given: Exclude<Step, { do: 'request' }>, atMs: number): Command {
  const sessionId = another(given.at);
  if (given.do === 'end') {
    const command = endSession(membership(given.by).organizationId, atMs);
    return { ...command, data: { sessionId } };
  }
  const { right, choice } = given;
  const hash = hashApiKey(textOf(given.at));
  const chosen = choice > 0 && { organizationId: membership(choice).organizationId };
  return verifySession({ sessionId, codeMac: right ? 'right' : 'wrong', hash, ...chosen }, atMs);
}

describe('sessions', () => {
  it('authenticate exactly while a naive model says so, for the organization it says', async () => {
    const property = fc.asyncProperty(steps, async given => {
      const [model, real] = [openModel(), openReal()];
      let nowMs = 1_000;
      for (const { step: each, passMs: pass } of given) {
        model.step(each, nowMs);
        real.step(each, nowMs);
        for (const atMs of [nowMs, nowMs + pass])
          deepEqual(await real.opens(atMs), model.opens(atMs));
        nowMs += pass;
      }
    });
    await holds(property, 2_000);
  });
});
