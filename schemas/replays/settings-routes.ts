import { z } from 'zod';
import { domainCommand, domainRead } from '../http/domain-routes.ts';
import { asOfQuery } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { filled, line } from '../http/text.ts';
import { replaySettingLimits as limits } from './settings.ts';

const settings = {
  mask_text: z.boolean(),
  mask_inputs: z.boolean(),
  mask_user_id: z.boolean(),
  mask_selectors: z.array(filled(line(limits.selectorCharactersMax))).max(limits.selectorsMax),
  mask_attributes: z
    .array(
      line(limits.attributeCharactersMax).regex(
        /^[a-zA-Z_][\w.:-]*\*?$/u,
        'expected the name of an attribute; a * at its end stands for any rest',
      ),
    )
    .max(limits.attributesMax),
  mask_patterns: z.array(filled(line(limits.patternCharactersMax))).max(limits.patternsMax),
  sample_percent: z.number().min(0).max(100),
  retention_days: z.int().min(1).max(limits.retentionDaysMax).nullable(),
};

export const changedReplaySettings = z.object(settings).partial();

const settingsBody = z.object({
  ...settings,
  /** As long as the server keeps them. */
  retention_days_max: z.int(),
});

const path = '/v1/replay-settings';

const example = {
  mask_text: false,
  mask_inputs: true,
  mask_user_id: false,
  mask_selectors: ['.card', '[data-private]'],
  mask_attributes: ['title', 'data-user-*'],
  mask_patterns: ['ORD-\\d{6}'],
  sample_percent: 100,
  retention_days: 14,
  retention_days_max: 30,
};

export const replaySettingsRoutes = [
  {
    ...domainRead,
    name: 'getReplaySettings',
    path,
    query: z.object(asOfQuery),
    response: settingsBody,
    summary: 'Gives what is masked in recorded sessions, how many are kept, and for how long.',
    example: { response: example },
    statuses: [200, 400, 410],
  },
  {
    ...domainCommand,
    name: 'changeReplaySettings',
    method: 'PATCH',
    path,
    body: 'json',
    request: changedReplaySettings,
    response: settingsBody,
    summary:
      'Changes what is masked in recorded sessions, how many are kept, and for how long; a field that is absent stays.',
    example: {
      request: { mask_selectors: ['.card', '[data-private]'], retention_days: 14 },
      response: example,
    },
    statuses: [200, 400, 409, 413, 415],
  },
] as const satisfies readonly Route[];
