import { randomBytes } from 'node:crypto';
import { randomUuid } from '../../../platform/uuid.ts';
import { newId } from '../../support/otel-send.ts';

/** Everything of an organization that has a place in a request: ids, and the names that it chose. */
export type Belongings = ReturnType<typeof belongingsWith> & Identities;

/** What the server chooses. */
export type Identities = {
  readonly organization: string;
  readonly user: string;
  readonly session: string;
  readonly keyId: string;
  readonly revokedKeyId: string;
  readonly eventId: string;
  readonly ruleId: string;
  readonly alertId: string;
  readonly errorId: string;
  readonly anomalyId: string;
  readonly itemId: string;
  readonly breakpointId: string;
  readonly snapshotId: string;
  readonly channelId: string;
  readonly checkId: string;
  readonly maintenanceId: string;
  readonly conversationId: string;
  readonly silenceId: string;
  readonly objectiveId: string;
  readonly sourceMapId: string;
  readonly releaseId: string;
  readonly replaySegment: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly checkoutId: string;
};

/** Names that contain the marker, so that any of them is found in any text. */
export const belongingsWith = (marker: string) => ({
  traceId: newId(32),
  spanId: newId(16),
  email: `ada@${marker}.example`,
  organizationName: `Organization ${marker}`,
  service: `service-${marker}`,
  operation: `GET /${marker}`,
  metric: `metric.${marker}`,
  attribute: `attribute.${marker}`,
  keyName: `Key ${marker}`,
  ruleName: `Rule ${marker}`,
  checkName: `Check ${marker}`,
  release: `release-${marker}`,
  debugId: randomUuid(),
  /** Of calls of language models. */
  modelConversation: `conversation-${marker}`,
  replaySession: newId(32),
  replayUser: `user-${marker}`,
  /** Of a key that was created, with which the same wish may be repeated. */
  idempotencyKey: `wish-${marker}`,
});

/** Letters, so that no id and no number is mistaken for it. */
export const newMarker = (): string =>
  `marker${[...randomBytes(16)].map(byte => String.fromCharCode(97 + (byte % 26))).join('')}`;

/** Belongings of nobody: what the server says of them is what it says of things that do not exist. */
export const ofNobody = (): Belongings => ({
  ...belongingsWith(newMarker()),
  organization: randomUuid(),
  user: randomUuid(),
  session: randomUuid(),
  keyId: randomUuid(),
  revokedKeyId: randomUuid(),
  eventId: randomUuid(),
  ruleId: randomUuid(),
  alertId: randomUuid(),
  errorId: randomUuid(),
  anomalyId: randomUuid(),
  itemId: randomUuid(),
  breakpointId: randomUuid(),
  snapshotId: randomUuid(),
  channelId: randomUuid(),
  checkId: randomUuid(),
  maintenanceId: randomUuid(),
  conversationId: randomUuid(),
  silenceId: randomUuid(),
  objectiveId: randomUuid(),
  sourceMapId: randomUuid(),
  releaseId: randomUuid(),
  replaySegment: randomUuid(),
  webhookId: randomUuid(),
  deliveryId: randomUuid(),
  checkoutId: randomUuid(),
});
