import { randomUUID } from 'node:crypto';
import { alertId } from '../../schemas/alerts/ids.ts';
import { type Command, commandVersion } from '../../schemas/commands/command.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import { commandId, type OrganizationId } from '../../schemas/ids.ts';
import type { TriageCommand } from '../../schemas/triage/commands.ts';
import type { TriageItemOpened } from '../../schemas/triage/events.ts';
import { type TriageItemId, triageItemOf, triageStream } from '../../schemas/triage/ids.ts';
import { owner } from './alerts.ts';

export const cause = alertId('c1f7a6c2-6f0f-5d7c-8f7e-2c62c1d7b2aa');
export const itemId = triageItemOf(cause);

/** The event that opens the item of `cause`. */
export const itemOpened = (fields: Partial<TriageItemOpened['data']> = {}): EventPayload => ({
  type: 'TriageItemOpened',
  data: {
    organizationId: owner,
    itemId,
    entityType: 'alert',
    entityId: cause,
    title: 'Errors',
    message: 'Errors: too many',
    severity: 'critical',
    serviceName: 'checkout',
    ...fields,
  },
});

type Data<Type> = Extract<TriageCommand, { readonly type: Type }>['data'];

/** A command about an item, from its organization. */
export const triageCommand = <Type extends TriageCommand['type']>(
  type: Type,
  data: Omit<Data<Type>, 'itemId'>,
  {
    atMs = 0,
    by = owner,
    of = itemId,
  }: { atMs?: number; by?: OrganizationId; of?: TriageItemId } = {},
): Command =>
  ({
    type,
    data: { itemId: of, ...data },
    id: commandId(randomUUID()),
    version: commandVersion,
    stream: triageStream(of),
    organizationId: by,
    atMs,
    correlationId: 'test',
    actor: 'test',
    requestHash: 'request',
  }) as unknown as Command;
