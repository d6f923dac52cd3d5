import type { ChannelId } from '../../schemas/ids.ts';
import type { NoticeCause, WithheldReason } from '../../schemas/notices/events.ts';

/** One line for each alert and channel: when it was decided, and what. */
export type Verdict = {
  readonly atMs: number;
  readonly channel: string;
  readonly alert: string;
  readonly why: NoticeCause;
  readonly verdict: 'told' | WithheldReason;
};

export type NaiveAlert = {
  readonly alert: string;
  readonly rule: string;
  readonly service: string;
};

type Owed = NaiveAlert & { why: NoticeCause; atMs: number; state: 'new' | 'held' | 'done' };

type NaiveSilence = {
  readonly id: string;
  readonly service: string;
  readonly untilMs: number;
  isEnded: boolean;
};

const newOf = (owed: readonly Owed[]) => owed.filter(({ state }) => state === 'new');

const isDue = (owed: readonly Owed[], nowMs: number): boolean =>
  newOf(owed).some(({ atMs }) => nowMs - atMs >= 30_000);

const isSame = (one: Owed, told: Owed): boolean =>
  told.alert === one.alert && told.why === (one.state === 'held' ? 'silence_over' : one.why);

const unreachable = {
  none: 'no_channel',
  disabled: 'channel_disabled',
  removed: 'channel_removed',
} as const;

/** Notices as a person would decide them, with one list and no index. */
export class NaiveNotices {
  readonly verdicts: Verdict[] = [];
  readonly channels = new Map<ChannelId, 'enabled' | 'disabled' | 'removed'>();
  readonly silences: NaiveSilence[] = [];
  /** Between reminders, by channel. */
  readonly remindMs = new Map<string, number>();
  readonly #firing = new Set<string>();
  /** By channel: alerts of which it was told, and when it was told last. */
  readonly #told = new Map<string, Map<string, NaiveAlert & { atMs: number }>>();
  readonly #owed = new Map<string, Owed[]>();

  happens(alert: NaiveAlert, why: 'first' | 'resolved', named: readonly ChannelId[], atMs: number) {
    if (why === 'first') this.#firing.add(alert.alert);
    else this.#firing.delete(alert.alert);
    const all = [...this.channels].filter(([, status]) => status !== 'removed').map(([id]) => id);
    const told: readonly string[] = named.length > 0 ? named : all;
    for (const channel of told.length > 0 ? told : ['none']) {
      const owed = this.#owed.get(channel) ?? [];
      this.#owed.set(channel, [...owed, { ...alert, why, atMs, state: 'new' }]);
    }
  }

  /** It causes no reminder, and no notice after a silence; a channel that was removed gets none anyway. */
  isGivenUp(alert: string): void {
    this.#firing.delete(alert);
    for (const [channel, owed] of this.#owed) {
      if (this.#statusOf(channel) === 'removed') continue;
      for (const one of owed) if (one.alert === alert && one.state === 'held') one.state = 'done';
    }
  }

  /** A notice that never arrived is part of a later one, and so is what it told. */
  isToldAgain(channel: string, alert: string, atMs: number): void {
    const told = this.#told.get(channel)?.get(alert);
    if (told !== undefined) told.atMs = atMs;
  }

  tick(nowMs: number): void {
    for (const channel of new Set([...this.channels.keys(), ...this.#owed.keys()]))
      this.#decide(channel, nowMs);
  }

  #decide(channel: string, nowMs: number): void {
    const owed = this.#owed.get(channel) ?? [];
    const status = this.#statusOf(channel);
    if (status === 'enabled') this.#hold(channel, owed, nowMs);
    const isNow = status !== 'enabled' || isDue(owed, nowMs);
    const tellable = [
      ...this.#released(owed, nowMs),
      ...(isNow ? newOf(owed) : []),
      ...this.#reminders(channel, nowMs),
    ];
    if (tellable.length === 0) return;
    const full = this.#isFull(channel, nowMs) ? 'flood_limit' : 'told';
    const verdict = status === 'enabled' ? full : unreachable[status];
    for (const one of tellable) this.#say(channel, one, nowMs, verdict);
    if (status === 'enabled') this.#remember(channel, tellable, nowMs);
    for (const one of owed) if (tellable.some(other => isSame(one, other))) one.state = 'done';
  }

  #statusOf = (channel: string) =>
    channel === 'none' ? 'none' : (this.channels.get(channel as ChannelId) ?? 'removed');

  /** The thirty seconds begin with the first alert that no silence holds. */
  #hold(channel: string, owed: readonly Owed[], nowMs: number): void {
    if (!isDue(owed, nowMs)) return;
    for (const one of newOf(owed).filter(item => this.#isSilenced(item, nowMs))) {
      this.#say(channel, one, nowMs, 'silenced');
      one.state = 'held';
    }
  }

  /** One for each alert, however often it was held. */
  #released(owed: readonly Owed[], nowMs: number): readonly Owed[] {
    const held = owed.filter(one => one.state === 'held' && !this.#isSilenced(one, nowMs));
    const alerts = [...new Set(held.map(({ alert }) => alert))];
    return alerts.flatMap(alert => {
      const one = held.find(other => other.alert === alert);
      return one === undefined ? [] : [{ ...one, why: 'silence_over' as const }];
    });
  }

  #remember(channel: string, told: readonly Owed[], atMs: number): void {
    const known = this.#told.get(channel) ?? new Map<string, NaiveAlert & { atMs: number }>();
    this.#told.set(channel, known);
    for (const { why, alert, rule, service } of told)
      if (why !== 'resolved') known.set(alert, { alert, rule, service, atMs });
  }

  #reminders(channel: string, nowMs: number): readonly Owed[] {
    const remindMs = this.remindMs.get(channel) ?? 0;
    if (remindMs === 0 || this.#statusOf(channel) !== 'enabled') return [];
    return [...(this.#told.get(channel)?.values() ?? [])]
      .filter(one => this.#firing.has(one.alert) && nowMs - one.atMs >= remindMs)
      .filter(one => !this.#isSilenced(one, nowMs))
      .map(one => ({ ...one, why: 'reminder' as const, state: 'done' as const }));
  }

  #say(channel: string, { alert, why }: Owed, atMs: number, verdict: Verdict['verdict']): void {
    this.verdicts.push({ atMs, channel, alert, why, verdict });
  }

  #isSilenced = ({ service }: NaiveAlert, nowMs: number): boolean =>
    this.silences.some(one => !one.isEnded && one.service === service && nowMs < one.untilMs);

  /** Sixty notices in an hour: what is told at one instant is one notice. */
  #isFull(channel: string, nowMs: number): boolean {
    const told = this.verdicts.filter(
      one => one.channel === channel && one.verdict === 'told' && one.atMs > nowMs - 3_600_000,
    );
    return new Set(told.map(({ atMs }) => atMs)).size >= 60;
  }
}
