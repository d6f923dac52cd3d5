import { traceLink } from '../links.ts';
import { LinkTo } from '../ui/page-link.tsx';

/** Traces by the first digits of their ids. */
export const TraceLinks = ({ ids }: { readonly ids: readonly string[] }) =>
  ids.map(id => (
    <LinkTo key={id} link={traceLink(id)}>
      Trace {id.slice(0, 8)}
    </LinkTo>
  ));
