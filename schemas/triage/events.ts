import type { OrganizationId } from '../ids.ts';
import type { TriageItemId } from './ids.ts';
import type { EntityType, TriageSeverity } from './item.ts';

type OfItem = { readonly organizationId: OrganizationId; readonly itemId: TriageItemId };

/** Opened by the command of its cause. */
export type TriageItemOpened = {
  readonly type: 'TriageItemOpened';
  readonly data: OfItem & {
    readonly entityType: EntityType;
    readonly entityId: string;
    readonly title: string;
    readonly message: string;
    readonly severity: TriageSeverity;
    /** '' if the cause concerns no single service. */
    readonly serviceName: string;
  };
};

type OfAction = OfItem & { readonly openedAtMs: number; readonly note?: string };

export type TriageItemAcknowledged = {
  readonly type: 'TriageItemAcknowledged';
  readonly data: OfAction;
};

export type TriageItemInvestigated = {
  readonly type: 'TriageItemInvestigated';
  readonly data: OfAction;
};

/** At `untilMs` the item is open again, without another event. */
export type TriageItemSnoozed = {
  readonly type: 'TriageItemSnoozed';
  readonly data: OfAction & { readonly untilMs: number };
};

/** `cause`: the command that resolved the cause resolved the item too. */
export type TriageItemResolved = {
  readonly type: 'TriageItemResolved';
  readonly data: OfAction & { readonly resolvedBy: 'user' | 'cause' };
};

export type TriageEvent =
  | TriageItemOpened
  | TriageItemAcknowledged
  | TriageItemInvestigated
  | TriageItemSnoozed
  | TriageItemResolved;
