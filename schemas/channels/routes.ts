import { z } from 'zod';
import { domainCommand, domainRead } from '../http/domain-routes.ts';
import { mailAddressText } from '../http/mail-address.ts';
import {
  asOfQuery,
  cursorQuery,
  instant,
  limited,
  nextCursor,
  optionalNullable,
} from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { filled, line } from '../http/text.ts';
import { restoreRoute, versionsRoute } from '../versions/routes.ts';
import { examples } from './examples.ts';
import { channelKinds, channelRegions } from './kinds.ts';

/** More than an organization may have: without a limit a list is complete. */
const channelsListed = { maximum: 200, preset: 200 };
const nameCharactersMax = 200;
/** What a service calls a key has about 36. */
const keyCharactersMax = 200;

export const channelStatuses = ['ready', 'unconfirmed', 'unsubscribed'] as const;

const channelPath = '/v1/channels/:id';
const byId = z.object({ id: z.string() });
const asOf = z.object(asOfQuery);
const versioned = { path: channelPath, a: 'a channel' } as const;

const name = filled(line(nameCharactersMax));

const kind = z.enum(channelKinds, {
  error: 'expected email, slack, webhook, pagerduty, teams, discord or opsgenie',
});
const url = z.string();
const key = z.string().max(keyCharactersMax);
const region = z.enum(channelRegions, { error: 'expected us or eu' });
const remindMinutes = z
  .int()
  .min(0)
  .max(10_080)
  .refine(minutes => minutes === 0 || minutes >= 5, 'expected 0, or 5 to 10080 minutes')
  .meta({
    description: 'Minutes between reminders of an alert that still fires, at least 5; 0 for none.',
  });

const channelBody = z.object({
  id: z.string(),
  name: z.string(),
  type: kind,
  enabled: z.boolean(),
  /** Whether anything is sent while it is enabled: an address that is no member's confirms first, and may unsubscribe. */
  status: z.enum(channelStatuses),
  /**
   * The first character and the domain of the address, the host of the URL, or that of the API and the last four characters of the
   * key; null after the organization's data was erased.
   */
  address_hint: z.string().nullable(),
  remind_minutes: z.int(),
  created_at: instant,
  updated_at: instant,
});

export type ChannelBody = z.infer<typeof channelBody>;

/** What users set of a channel; of its target, the hint. */
export const channelSettings = channelBody.omit({
  id: true,
  status: true,
  created_at: true,
  updated_at: true,
});

const ofEmail = 'Of type `email`, and of no other.';
const ofUrl =
  'Of types `slack`, `webhook`, `teams` and `discord`: a whole URL of https or http whose host may be reached. Of types `pagerduty` and `opsgenie`: another API than that of the region, by its base URL.';
const ofKey =
  'Of types `pagerduty` (the integration key of an Events API v2 integration) and `opsgenie` (the key of an API integration). It is never shown again.';
const ofRegion =
  'Of types `pagerduty` and `opsgenie`: where the account is; `us` if neither it nor `url` is given.';
/** Where a channel sends its notices; which fields belong to which type is said above. */
const target = {
  address: optionalNullable(mailAddressText).meta({ description: ofEmail }),
  url: optionalNullable(url).meta({ description: ofUrl }),
  key: optionalNullable(key).meta({ description: ofKey }),
  region: optionalNullable(region).meta({ description: ofRegion }),
};

const created = z.object({
  name,
  type: kind,
  ...target,
  enabled: optionalNullable(z.boolean()),
  remind_minutes: optionalNullable(remindMinutes),
});

/** Null counts as absent. */
const changed = z.object({
  name: optionalNullable(name),
  type: optionalNullable(kind).meta({ description: 'Of the channel: it cannot change.' }),
  ...target,
  enabled: optionalNullable(z.boolean()),
  remind_minutes: optionalNullable(remindMinutes),
});

const channel = channelBody.extend({ success: z.literal(true) });
const done = z.object({ success: z.literal(true), id: z.string() });

export const channelRoutes = [
  {
    ...domainRead,
    name: 'listChannels',
    path: '/v1/channels',
    query: z.object({ ...asOfQuery, ...limited(channelsListed), ...cursorQuery }),
    response: z.object({ channels: z.array(channelBody), next_cursor: nextCursor }),
    summary: 'Lists the channels of the organization, the oldest first.',
    example: examples.listChannels,
    statuses: [200, 400, 410],
  },
  {
    ...domainCommand,
    name: 'createChannel',
    method: 'POST',
    path: '/v1/channels',
    body: 'json',
    request: created,
    response: channel,
    summary:
      "Adds a channel, to which notices of alerts are sent; an address that is no member's gets a link to confirm it.",
    example: examples.createChannel,
    statuses: [201, 400, 409, 413, 415, 429],
  },
  {
    ...domainRead,
    name: 'getChannel',
    path: channelPath,
    params: byId,
    query: asOf,
    response: channel,
    summary: 'Gives one channel.',
    example: { response: examples.createChannel.response },
    statuses: [200, 400, 404, 410],
  },
  {
    ...domainCommand,
    name: 'changeChannel',
    method: 'PATCH',
    path: channelPath,
    params: byId,
    body: 'json',
    request: changed,
    response: channel,
    summary: 'Changes the fields of a channel that the body names.',
    example: examples.changeChannel,
    statuses: [200, 400, 404, 409, 413, 415, 429],
  },
  {
    ...domainCommand,
    name: 'deleteChannel',
    method: 'DELETE',
    path: channelPath,
    params: byId,
    body: 'none',
    response: done,
    summary: 'Removes a channel; nothing more is sent to it.',
    example: examples.deleteChannel,
    statuses: [200, 404, 409],
  },
  {
    ...domainCommand,
    name: 'testChannel',
    method: 'POST',
    path: '/v1/channels/:id/test',
    params: byId,
    body: 'none',
    response: done,
    summary: 'Sends a test notice to a channel, also to a disabled one, at most once a minute.',
    example: examples.testChannel,
    statuses: [202, 404, 409, 429],
  },
  versionsRoute('listChannelVersions', {
    ...versioned,
    settings: channelSettings,
    example: examples.createChannel.response,
  }),
  restoreRoute('restoreChannel', {
    ...versioned,
    response: channel,
    example: examples.changeChannel.response,
  }),
] as const satisfies readonly Route[];
