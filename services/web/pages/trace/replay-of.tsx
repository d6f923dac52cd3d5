import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { replayLink } from '../../links.ts';
import { LinkTo } from '../../ui/page-link.tsx';

type Attributes = ResponseOf<'getTraceSpan'>['spans'][number]['attributes'];

/** Ids of sessions, with dashes or without. */
const isSession = (value: unknown): value is string =>
  typeof value === 'string' && /^[\da-f]{32}$/iu.test(value.replaceAll('-', ''));

/** The session in which the user did what led to a span. */
export const ReplayOf = ({ attributes }: { readonly attributes: Attributes }) =>
  isSession(attributes.replay_id) ? (
    <p>
      <LinkTo link={replayLink(attributes.replay_id.replaceAll('-', '').toLowerCase())}>
        What the user saw
      </LinkTo>
    </p>
  ) : null;
