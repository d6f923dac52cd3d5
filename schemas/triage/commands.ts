import type { TriageItemId } from './ids.ts';
import type { EntityType } from './item.ts';

type OfItem = {
  readonly itemId: TriageItemId;
  /** The type that the client expects the item to have. */
  readonly entityType?: EntityType;
  readonly note?: string;
};

export type AcknowledgeTriageItem = {
  readonly type: 'AcknowledgeTriageItem';
  readonly data: OfItem;
};

export type InvestigateTriageItem = {
  readonly type: 'InvestigateTriageItem';
  readonly data: OfItem;
};

export type ResolveTriageItem = { readonly type: 'ResolveTriageItem'; readonly data: OfItem };

export type SnoozeTriageItem = {
  readonly type: 'SnoozeTriageItem';
  readonly data: OfItem & { readonly durationMs: number };
};

export type TriageCommand =
  | AcknowledgeTriageItem
  | InvestigateTriageItem
  | ResolveTriageItem
  | SnoozeTriageItem;
