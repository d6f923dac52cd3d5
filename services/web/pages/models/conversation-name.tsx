import { modelConversationLink } from '../../links.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { ForeignLine } from '../../ui/text.tsx';
import { unfitNames } from '../../unfit-names.ts';

/** The id of a conversation, which leads to its page; one that no path can hold leads nowhere. */
export const ConversationName = ({ id }: { readonly id: string }) =>
  unfitNames.has(id) ? (
    <ForeignLine>{id}</ForeignLine>
  ) : (
    <LinkTo link={modelConversationLink(id)}>
      <ForeignLine>{id}</ForeignLine>
    </LinkTo>
  );
