import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import {
  replaySettingsBody,
  replaySettingsOf,
} from '../../../projections/replays/replay-settings.ts';
import type { QueryShared } from '../shared.ts';

type SettingReads = Pick<QueryShared, 'projections' | 'configuration'>;

/** GET /v1/replay-settings */
export const getReplaySettings =
  ({ projections, configuration }: SettingReads): Handler<'getReplaySettings'> =>
  async ({ key, signal, ...request }) => {
    const state = await projections.state({ asOfMs: asOfMs(request), signal });
    const settings = replaySettingsOf(key.organizationId, state);
    return { status: 200, body: replaySettingsBody(settings, configuration.retention.spansMs) };
  };
