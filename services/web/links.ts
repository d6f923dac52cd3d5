import { unfitNames } from './unfit-names.ts';

/** Where a page is, for `Link` and `navigate`. */
export type PageLink = {
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, string | undefined>>;
};

const pathCharactersMax = 1_000;

/** The page of a service: its name is in the path, or in the query when no path can hold it. */
export const serviceLink = (name: string): PageLink =>
  name === '' || unfitNames.has(name) || name.length > pathCharactersMax || !name.isWellFormed()
    ? { to: '/services/$name', params: { name: '-' }, search: { name } }
    : { to: '/services/$name', params: { name } };

export const traceLink = (id: string): PageLink => ({ to: '/traces/$id', params: { id } });

export const alertLink = (id: string): PageLink => ({ to: '/alerts/$id', params: { id } });

export const ruleLink = (id: string): PageLink => ({ to: '/rules/$id', params: { id } });

export const editRuleLink = (id: string): PageLink => ({ to: '/rules/$id/edit', params: { id } });

/** The editor of a new rule, about a service where one is known. */
export const newRuleLink = (service?: string): PageLink => ({
  to: '/rules/new',
  ...(service !== undefined && { search: { service } }),
});

export const anomalyLink = (id: string): PageLink => ({ to: '/anomalies/$id', params: { id } });

export const errorLink = (id: string): PageLink => ({ to: '/errors/$id', params: { id } });

/** A span in the waterfall of its trace. */
export const spanLink = (trace: string, span: string): PageLink => ({
  ...traceLink(trace),
  search: { span },
});

/** The errors of one service. */
export const errorsLink = (service: string): PageLink => ({ to: '/errors', search: { service } });

export const itemLink = (id: string): PageLink => ({ to: '/inbox/$id', params: { id } });

export const webhookLink = (id: string): PageLink => ({ to: '/webhooks/$id', params: { id } });

export const checkLink = (id: string): PageLink => ({ to: '/checks/$id', params: { id } });

export const objectiveLink = (id: string): PageLink => ({ to: '/slos/$id', params: { id } });

export const releaseLink = (version: string): PageLink => ({
  to: '/releases/$version',
  params: { version },
});

/** The errors of one service in a range. */
export const errorsWithinLink = (
  service: string,
  { from, to }: { readonly from: string; readonly to: string },
): PageLink => ({ to: '/errors', search: { service, from, to, range: undefined } });

/** The objectives of one service. */
export const objectivesLink = (service: string): PageLink => ({ to: '/slos', search: { service } });

/** The page of a service, of one of its operations where one is named. */
export function serviceOperationLink(service: string, operation: string | null): PageLink {
  const link = serviceLink(service);
  return operation === null ? link : { ...link, search: { ...link.search, operation } };
}

type OfObjective = {
  readonly service: string;
  readonly operation: string | null;
  readonly threshold_ms: number | null;
};

/** The traces that spent the budget of an objective in a range. */
export const objectiveTracesLink = (
  { service, operation, threshold_ms: ms }: OfObjective,
  { from, to }: { readonly from: string; readonly to: string },
): PageLink => ({
  to: '/traces',
  search: {
    service,
    ...(operation !== null && { operation }),
    ...(ms === null ? { status: 'error' } : { min_duration: String(Math.floor(ms)) }),
    from,
    to,
    range: undefined,
  },
});

/** The health checks of one service. */
export const checksLink = (service: string): PageLink => ({ to: '/checks', search: { service } });

/** A conversation with the assistant. */
export const conversationLink = (id: string): PageLink => ({
  to: '/ask',
  search: { conversation: id },
});

/** A conversation with a language model; its id may be any text. */
export const modelConversationLink = (id: string): PageLink => ({
  to: '/models/conversation',
  search: { id },
});

/** The same page with the slider at an instant; undefined is now. */
export const linkAt = (link: PageLink, asOf: string | undefined): PageLink => ({
  ...link,
  search: { ...link.search, as_of: asOf, known: undefined },
});

export const replayLink = (session: string): PageLink => ({
  to: '/replays/$id',
  params: { id: session },
});

export const snapshotLink = (id: string): PageLink => ({ to: '/snapshots/$id', params: { id } });
