import type { ChannelKind } from '../../../../../schemas/channels/kinds.ts';
import { discordPosts } from './discord.ts';
import { opsgeniePosts } from './opsgenie.ts';
import { pagerdutyPosts } from './pagerduty.ts';
import type { PostRenderer } from './post.ts';
import { slackPosts } from './slack.ts';
import { teamsPosts } from './teams.ts';
import { webhookPosts } from './webhook.ts';

/** How a notice reaches each kind of channel that is no mail. */
export const postRenderers: Readonly<Record<Exclude<ChannelKind, 'email'>, PostRenderer>> = {
  slack: slackPosts,
  webhook: webhookPosts,
  pagerduty: pagerdutyPosts,
  teams: teamsPosts,
  discord: discordPosts,
  opsgenie: opsgeniePosts,
};
