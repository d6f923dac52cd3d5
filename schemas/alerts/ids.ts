import { type Brand, type StreamName, stream } from '../ids.ts';

export type AlertRuleId = Brand<string, 'AlertRuleId'>;
/** One firing of a rule, from its trigger to its resolution. */
export type AlertId = Brand<string, 'AlertId'>;

export const alertRuleId = (value: string): AlertRuleId => value as AlertRuleId;
export const alertId = (value: string): AlertId => value as AlertId;

/** The definition of a rule. Every command about a rule or its alert is sent under it, so all of them are decided in one order. */
export const alertRuleStream = (id: AlertRuleId): StreamName => stream('alert-rule', id);
/** Whether the rule fires: one state machine for each rule. */
export const alertStream = (id: AlertRuleId): StreamName => stream('alert', id);
