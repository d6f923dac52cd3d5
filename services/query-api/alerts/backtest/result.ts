import type { z } from 'zod';
import { alertMessage } from '../../../../domain/alerts/message.ts';
import type { Replayed } from '../../../../domain/alerts/replay/replayed.ts';
import type { Resolved, Transition } from '../../../../domain/alerts/replay/transition.ts';
import type {
  backtestResult,
  backtestTransition,
} from '../../../../schemas/alerts/backtest-route.ts';
import { minuteMs } from '../../../../schemas/durations.ts';
import { instantOf } from '../figures.ts';
import { backtestLimits } from './config.ts';
import { type NoticeTargets, noticesOf } from './notices.ts';
import type { Tried } from './tried-rule.ts';

/** One result as clients read it; `knownMs`: how long the range is of which something is known. */
export function resultOf(
  { rule, recorded }: Tried,
  stretches: readonly Replayed[],
  { knownMs, targets }: { readonly knownMs: number; readonly targets: NoticeTargets },
): z.input<typeof backtestResult> {
  const transitions = stretches.flatMap(one => one.transitions);
  const notices = noticesOf(transitions, { rule, ruleId: recorded?.ruleId }, targets);
  const { transitionsMax, noticesMax } = backtestLimits;
  return {
    rule_id: recorded?.ruleId ?? null,
    name: rule.name,
    alert_type: rule.alertType,
    metric: rule.metric,
    operator: rule.operator,
    threshold: rule.threshold,
    transitions: transitions.slice(0, transitionsMax).map(transitionBody),
    transitions_total: transitions.length,
    alerts: transitions.filter(({ type }) => type === 'triggered').length,
    minutes: minutesOf(stretches, knownMs),
    notices: notices.slice(0, noticesMax),
    notices_total: notices.length,
  };
}

function transitionBody(transition: Transition): z.input<typeof backtestTransition> {
  const { version, tickMs } = transition;
  const of = { at: instantOf(tickMs), rule_version: version };
  switch (transition.type) {
    case 'triggered': {
      const { value, rule, evidence } = transition;
      const message = alertMessage(rule, value, transition);
      const samples = evidence.samples;
      const said = { value, ...metricOf(transition), samples, reason: null, message };
      return { ...of, event: 'triggered', window: windowOf(transition.window), ...said };
    }
    case 'resolved': {
      const { value, reason, window } = transition;
      const said = { value, ...metricOf(transition), samples: null, reason, message: null };
      return { ...of, event: 'resolved', window: window && windowOf(window), ...said };
    }
    case 'amended': {
      const { window, samples } = transition.after;
      const said = { value: null, samples, reason: null, message: null };
      return { ...of, event: 'evidence_amended', window: windowOf(window), ...said };
    }
  }
}

const metricOf = ({ metric }: Pick<Resolved, 'metric'>) => (metric === undefined ? {} : { metric });

const windowOf = ({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) => ({
  from: instantOf(fromMs),
  to: instantOf(toMs),
});

const inMinutes = (ms: number): number => Math.round((ms / minuteMs) * 100) / 100;

function minutesOf(stretches: readonly Replayed[], knownMs: number) {
  const sum = (state: 'ok' | 'pending' | 'firing' | 'no_data'): number =>
    stretches.reduce((ms, { msInStates }) => ms + msInStates[state], 0);
  const [ok, pending, firing, noData] = [sum('ok'), sum('pending'), sum('firing'), sum('no_data')];
  return {
    ok: inMinutes(ok),
    pending: inMinutes(pending),
    firing: inMinutes(firing),
    no_data: inMinutes(noData),
    off: inMinutes(Math.max(0, knownMs - ok - pending - firing - noData)),
  };
}
