import { alertRuleResource } from '../../../projections/alerts/alert-rules.ts';
import { ruleBody } from '../../../projections/alerts/rule-body.ts';
import { apiKeyBody } from '../../../projections/api-keys/api-key-body.ts';
import { apiKeyResource } from '../../../projections/api-keys/organization-keys.ts';
import { channelBody } from '../../../projections/channels/channel-body.ts';
import { channelResource } from '../../../projections/channels/channels.ts';
import { healthCheckBody } from '../../../projections/health/check-body.ts';
import { healthCheckResource } from '../../../projections/health/health-checks.ts';
import { silenceBody, silenceResource } from '../../../projections/silences/silences.ts';
import { versions as rows } from '../../../projections/versions/versions.ts';
import { webhookBody } from '../../../projections/webhooks/webhook-body.ts';
import { webhookResource } from '../../../projections/webhooks/webhooks.ts';
import { ruleSettings } from '../../../schemas/alerts/parts.ts';
import { apiKeySettings } from '../../../schemas/api-keys/management-routes.ts';
import { channelSettings } from '../../../schemas/channels/routes.ts';
import { healthCheckSettings } from '../../../schemas/health/parts.ts';
import { silenceSettings } from '../../../schemas/silences/routes.ts';
import { webhookSettings } from '../../../schemas/webhooks/routes.ts';
import type { QueryShared } from '../shared.ts';
import { openVersions } from './list-versions.ts';

/** A version has settings and no figures: of a body as clients read it, the settings are taken, and its instant changes nothing. */
const atMs = 0;

export const versions = {
  projections: [rows],
  handlers: (shared: QueryShared) => {
    const list = openVersions(shared);
    return {
      listAlertRuleVersions: list(alertRuleResource, row =>
        ruleSettings.parse(ruleBody(row, false, { lastData: undefined, objective: undefined })),
      ),
      listSilenceVersions: list(silenceResource, row =>
        silenceSettings.parse(silenceBody(row, atMs)),
      ),
      listChannelVersions: list(channelResource, async row =>
        channelSettings.parse(await channelBody(row, shared.projections, shared)),
      ),
      listWebhookVersions: list(webhookResource, row => webhookSettings.parse(webhookBody(row))),
      listHealthCheckVersions: list(healthCheckResource, row =>
        healthCheckSettings.parse(healthCheckBody(row, undefined, atMs)),
      ),
      listApiKeyVersions: list(apiKeyResource, row =>
        apiKeySettings.parse(apiKeyBody(row, { atMs, lastUsedAtMs: undefined })),
      ),
    };
  },
};
