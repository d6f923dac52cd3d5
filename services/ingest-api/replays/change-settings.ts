import type { FieldFault } from '../../../domain/faults.ts';
import { ExpressionError } from '../../../domain/snapshots/expression/tokens.ts';
import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import { expectNoFaults } from '../../../platform/http/faults.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import {
  replaySettingsBody,
  replaySettingsOf,
} from '../../../projections/replays/replay-settings.ts';
import { dayMs } from '../../../schemas/durations.ts';
import type { RequestOf } from '../../../schemas/http/routes.ts';
import type { ReplaySettingChanges } from '../../../schemas/replays/commands.ts';
import { replaysStream } from '../../../schemas/replays/ids.ts';
import { withDefaults } from '../../../schemas/replays/settings.ts';
import type { ActionShared } from '../shared.ts';
import { openPatterns } from './masking/patterns.ts';
import { parseSelector } from './masking/selectors.ts';

type Sent = RequestOf<'changeReplaySettings'>;

/** PATCH /v1/replay-settings: a chunk that is received after the answer is masked by it. */
export const changeReplaySettings = (
  dependencies: ActionShared,
): Handler<'changeReplaySettings'> => {
  const keptMs = dependencies.configuration.retention.spansMs;
  return commandEndpoint(
    {
      route: 'changeReplaySettings',
      prepare: async ({ body }) => expectNoFaults(faultsOf(body, keptMs)),
      stream: ({ request: { key } }) => replaysStream(key.organizationId),
      payload: async ({ request: { key, body } }) => ({
        type: 'ChangeReplaySettings',
        data: { organizationId: key.organizationId, changes: changesOf(body) },
      }),
      respond: async (outcome, { request: { key, signal } }) => {
        const settings =
          outcome.type === 'ReplaySettingsChanged'
            ? withDefaults(outcome.data.settings)
            : replaySettingsOf(
                key.organizationId,
                await dependencies.projections.state({ signal }),
              );
        return { status: 200, body: replaySettingsBody(settings, keptMs) };
      },
    },
    dependencies,
  );
};

const faultsOf = (sent: Sent, keptMs: number): readonly FieldFault[] => [
  ...(sent.mask_selectors ?? []).flatMap(selectorFaults),
  ...patternFaults(sent.mask_patterns ?? []),
  ...retentionFaults(sent.retention_days ?? 1, Math.max(1, Math.floor(keptMs / dayMs))),
];

function selectorFaults(selector: string, index: number): readonly FieldFault[] {
  if (parseSelector(selector) !== undefined) return [];
  const message = `${JSON.stringify(selector)} is no selector of one element; use a tag, #id, .class, [attribute] or [attribute="value"], or several of them together without blanks between them`;
  return [{ field: `mask_selectors.${index}`, message }];
}

function patternFaults(patterns: readonly string[]): readonly FieldFault[] {
  try {
    openPatterns(patterns);
    return [];
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return [{ field: 'mask_patterns', message: error.message }];
  }
}

const retentionFaults = (days: number, daysMax: number): readonly FieldFault[] =>
  days <= daysMax
    ? []
    : [
        {
          field: 'retention_days',
          message: `this server keeps sessions for ${daysMax} days at most`,
        },
      ];

function changesOf(sent: Sent): ReplaySettingChanges {
  const named = {
    maskText: sent.mask_text,
    maskInputs: sent.mask_inputs,
    maskUserId: sent.mask_user_id,
    maskSelectors: sent.mask_selectors,
    maskAttributes: sent.mask_attributes,
    maskPatterns: sent.mask_patterns,
    samplePercent: sent.sample_percent,
    retentionDays: sent.retention_days,
  };
  const isNamed = ([, value]: readonly [string, unknown]): boolean => value !== undefined;
  return Object.fromEntries(Object.entries(named).filter(isNamed)) as ReplaySettingChanges;
}
