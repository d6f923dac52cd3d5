import type { ResourceFields } from '../../../projections/audit/audit-resources.ts';
import type { ErrorGroupNames } from '../../../schemas/errors/group.ts';
import type { EventPayload, EventType } from '../../../schemas/events/event.ts';
import { limits } from '../config.ts';

type DataOf<Type extends EventType> = Extract<EventPayload, { readonly type: Type }>['data'];

type Summaries = { readonly [Type in EventType]?: (data: DataOf<Type>) => string };

/** For types whose name says too little. */
const summaries: Summaries = {
  ApiKeyIssued: ({ kind, hint, serviceName }) =>
    `The ${kind} API key …${hint} of ${serviceName} was issued`,
  ApiKeyRevoked: data => `The API key ${hintOf(data)} was revoked`,
  ChannelAdded: ({ kind }) => `A channel of kind ${kind} was added`,
  CheckoutCompleted: () => 'A checkout was paid',
  CheckoutOpened: ({ plan, interval }) => `A checkout of the plan ${plan} (${interval}) was opened`,
  CommandAnswered: () => 'A request was accepted and changed nothing',
  CommandRejected: ({ message }) => `A request was rejected: ${message}`,
  ErrorGroupIgnored: data => `${errorOf(data)} is ignored`,
  ErrorGroupRegressed: data => `${errorOf(data)} came back`,
  ErrorGroupReopened: data => `${errorOf(data)} was opened again`,
  ErrorGroupResolved: data => `${errorOf(data)} was resolved`,
  GrantAllowed: ({ clientName, scope }) =>
    `The remote client ${clientName} was allowed to ${scope === 'act' ? 'read and act' : scope}`,
  GrantRevoked: data => `The remote client ${clientOf(data)} was revoked${whyOf(data)}`,
  KeyCounted: () => 'An API key was counted for its mailbox',
  KeyUncounted: () => 'An API key counts no longer for its mailbox',
  MemberInvited: ({ role }) => `A person was invited as ${role}`,
  MemberJoined: () => 'An invited person signed in for the first time',
  MemberRemoved: ({ reason }) =>
    reason === 'left' ? 'A person left the organization' : 'A person was removed',
  MemberRoleChanged: ({ role }) => `A person became ${role}`,
  OverQuotaSet: ({ overQuota }) =>
    `Telemetry over the quota is ${overQuota === 'park' ? 'parked' : 'rejected'}`,
  ParkingFilled: ({ requests, bytes }) =>
    `As much is parked as may be: ${requests} requests with ${bytes} bytes`,
  ParkingFreed: () => 'Requests may be parked again',
  OrganizationCreated: () => 'The organization was created',
  OrganizationRenamed: () => 'The organization was renamed',
  PeriodClosed: ({ month, traces, bytes }) =>
    `${month} was closed with ${traces} traces and ${bytes} bytes`,
  PaymentChanged: ({ payment }) => `The payment of the plan ${payment.plan} ${standingOf(payment)}`,
  PlanChanged: ({ plan, interval, givenBy }) =>
    givenBy === undefined
      ? `The plan changed to ${plan}${interval === undefined ? '' : ` (${interval})`}`
      : `An operator gave the plan ${plan}`,
  QuotaExceeded: ({ month }) => `The quota of ${month} was exceeded`,
  QuotaRestored: ({ month }) => `The quota was restored for ${month}`,
  QuotaWarned: ({ month }) => `The quota of ${month} was nearly used up`,
  RegistrationVerified: ({ serviceName }) => `The registration of ${serviceName} was verified`,
  ServiceIntegrated: ({ serviceName }) => `The service ${serviceName} was registered`,
  ReplaysDeleted: ({ deleted: { sessions, chunks } }) =>
    `Recorded sessions were deleted: ${sessions}, with ${chunks} chunks`,
  ReplaysDeletionRequested: ({ what }) =>
    what.kind === 'user'
      ? 'The recorded sessions of a user are to be deleted'
      : `Recorded sessions are to be deleted: ${what.subjects.length}`,
  SessionEnded: () => 'A person signed out',
  SessionStarted: () => 'A person signed in',
  SubscriptionStarted: ({ plan }) => `The subscription to the plan ${plan} began`,
  UsageReported: ({ month }) => `The usage of ${month} was reported to the payment provider`,
  UserCreated: () => 'The owner of the organization was created',
};

/**
 * One line for people. A type without a text of its own is named by its words: `WebhookCreated` is
 * `Webhook created`.
 *  fields  of the resource after the event, so they hold those of the event
 */
export function summaryOf(type: EventType, fields: ResourceFields): string {
  const summary = summaries[type] as ((fields: ResourceFields) => string) | undefined;
  return oneLine(summary?.(fields) ?? wordsOf(type));
}

function standingOf({ standing, next }: DataOf<'PaymentChanged'>['payment']): string {
  if (standing.status === 'failed') return 'failed';
  if (standing.status === 'ended') return 'ended';
  return next === undefined ? 'is in order' : `is in order, and ${next.plan} follows`;
}

const errorOf = ({ errorType, service }: ErrorGroupNames): string =>
  `The error ${errorType === '' ? 'without a type' : errorType} of ${service}`;

/** The hint is in the event that issued the key. */
const hintOf = (data: object): string =>
  'hint' in data && typeof data.hint === 'string' ? `…${data.hint}` : '';

/** The name is in the event that allowed it. */
const clientOf = (data: object): string =>
  'clientName' in data && typeof data.clientName === 'string' ? data.clientName : '';

const whyOf = ({ reason }: DataOf<'GrantRevoked'>): string =>
  reason.endsWith('_reused') ? ': a code or a token of it came again' : '';

function wordsOf(type: string): string {
  const words = type.replace(/(?<=.)\p{Lu}/gu, letter => ` ${letter.toLowerCase()}`);
  return words.replace(/^Api\b/u, 'API');
}

const oneLine = (text: string): string =>
  text.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, limits.auditSummaryCharactersMax);
