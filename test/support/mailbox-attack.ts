import { minuteMs } from '../../schemas/durations.ts';
import { addressHash } from '../../schemas/ids.ts';
import type { Decision } from '../../services/decider/core/decision.ts';
import { another, requestRegistration, verifyRegistration } from './account-commands.ts';
import { openDecidedWorld } from './decided-world.ts';

export type Attack = ReturnType<typeof openAttack>;

const validMs = 15 * minuteMs;

/** An attacker who knows an address, uses any network and any tag, and has no access to the mailbox. */
export function openAttack() {
  const world = openDecidedWorld();
  const guessedAtMs: number[] = [];
  const state = { nowMs: 0, sessions: 0, openedAtMs: Number.NEGATIVE_INFINITY, freeAtMs: 0 };
  const waitUntil = (atMs: number): void => {
    state.nowMs = Math.max(state.nowMs, atMs);
  };
  const register = (tag = 0): Decision => {
    const asked = { sessionId: another(state.sessions + 1), addressHash: tagged(tag) };
    const decision = world.command(requestRegistration(asked, state.nowMs));
    if (decision.kind === 'accepted') {
      state.sessions++;
      state.openedAtMs = state.nowMs;
    }
    return decision;
  };
  /** Tries a code of the session that was opened so many before the last one. */
  const guess = (back = 0, tag = 0): Decision => {
    const asked = { sessionId: another(state.sessions - back), addressHash: tagged(tag) };
    const wrong = verifyRegistration({ ...asked, codeMac: 'wrong' }, state.nowMs);
    const decision = world.command(wrong);
    if (decision.kind === 'accepted') guessedAtMs.push(state.nowMs);
    else state.freeAtMs = decision.retryAtMs ?? state.freeAtMs;
    return decision;
  };
  const greedyStep = (): void => {
    const isOpen = state.nowMs < state.openedAtMs + validMs;
    const decision = isOpen ? guess() : register();
    if (decision.kind === 'accepted') return;
    if (decision.reason === 'verification_locked') state.openedAtMs = Number.NEGATIVE_INFINITY;
    else waitUntil(decision.retryAtMs ?? state.nowMs + minuteMs);
  };
  return {
    world,
    guessedAtMs,
    register,
    guess,
    waitUntil,
    now: () => state.nowMs,
    waitForPause: () => waitUntil(state.freeAtMs),
    /** Guesses as soon as a code is taken, and opens a session as soon as one is needed. */
    greedyUntil: (endMs: number): void => {
      while (state.nowMs < endMs) greedyStep();
    },
  };
}

const tagged = (tag: number) => addressHash(String(tag).padStart(64, '0'));
