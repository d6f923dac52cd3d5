import type { AlertTransition } from '../../../../schemas/alerts/events.ts';
import {
  type AlertId,
  type AlertRuleId,
  alertId,
  alertStream,
} from '../../../../schemas/alerts/ids.ts';
import type { EventOf } from '../../../../schemas/events/event.ts';
import { uuidV5 } from '../../../../schemas/uuid.ts';
import { aggregate, type States, stateOf } from '../aggregate.ts';

export type AlertState = {
  readonly kind: 'alert';
  /** Events of the stream so far: the revision of the next one, from which the id of an alert follows. */
  readonly eventCount: number;
  /** The version of the rule that decides; 0 before one was adopted. */
  readonly adoptedVersion: number;
  /** The latest alerts, whose evidence may still be amended, oldest first. */
  readonly alerts: readonly KnownAlert[];
  readonly now: Quiet | Firing;
};

export type KnownAlert = {
  readonly alertId: AlertId;
  readonly triggeredAtMs: number;
  /** End of the window for which it fired. */
  readonly windowToMs: number;
};

/** The rule fires again only for a window that ends after the resolution, and not before the cooldown is over. */
export type Quiet = {
  readonly status: 'quiet';
  readonly resolvedToMs: number;
  readonly cooldownEndsAtMs: number;
};

export type Firing = KnownAlert & {
  readonly status: 'firing';
  readonly ruleVersion: number;
  readonly windowToMs: number;
  readonly cooldownEndsAtMs: number;
};

/** Late spans reach no further back than a week; a rule that fires more often loses amendments of its oldest alerts. */
const knownAlertsMax = 20;

const nothing: AlertState = {
  kind: 'alert',
  eventCount: 0,
  adoptedVersion: 0,
  alerts: [],
  now: { status: 'quiet', resolvedToMs: 0, cooldownEndsAtMs: 0 },
};

/** The stream does not end, and its state is small: each event carries it. */
export const alerts = aggregate<AlertState, AlertTransition['type']>({
  kind: 'alert',
  reads: 'carried',
  version: 1,
  events: {
    AlertRuleAdopted: true,
    AlertTriggered: true,
    AlertRefused: true,
    AlertEvidenceAmended: true,
    AlertResolved: true,
  },
  evolve: evolveAlert,
});

function evolveAlert(
  before: AlertState | undefined,
  event: EventOf<AlertTransition['type']>,
): AlertState {
  const given = before ?? nothing;
  const state = { ...given, eventCount: given.eventCount + 1 };
  switch (event.type) {
    case 'AlertRuleAdopted':
      return { ...state, adoptedVersion: event.data.ruleVersion };
    case 'AlertTriggered': {
      const { alertId, window } = event.data;
      const known = { alertId, triggeredAtMs: event.atMs, windowToMs: window.toMs };
      const now = firingSince(known, event);
      return { ...state, now, alerts: [...state.alerts, known].slice(-knownAlertsMax) };
    }
    case 'AlertRefused':
    case 'AlertEvidenceAmended':
      return state;
    case 'AlertResolved':
      return { ...state, now: quietSince(state.now, event) };
  }
}

const firingSince = (
  known: KnownAlert,
  { data: { ruleVersion, window, cooldownEndsAtMs } }: EventOf<'AlertTriggered'>,
): Firing => ({
  ...known,
  status: 'firing',
  ruleVersion,
  windowToMs: window.toMs,
  cooldownEndsAtMs,
});

/** A user who ends a rule does so without a window: the one in which it fired stays the latest. */
const quietSince = (now: Quiet | Firing, { data }: EventOf<'AlertResolved'>): Quiet => ({
  status: 'quiet',
  resolvedToMs: data.window?.toMs ?? (now.status === 'firing' ? now.windowToMs : now.resolvedToMs),
  cooldownEndsAtMs: now.cooldownEndsAtMs,
});

export const alertOf = (ruleId: AlertRuleId, states: States): AlertState =>
  stateOf(alerts, states, alertStream(ruleId)) ?? nothing;

/** The id of the alert that fires next. */
export const nextAlertId = (
  ruleId: AlertRuleId,
  { eventCount }: Pick<AlertState, 'eventCount'>,
): AlertId => alertId(uuidV5(ruleId, String(eventCount)));
