import {
  changeReplaySettings as decide,
  replaySettings,
  replaySettingsStreams,
} from './settings.ts';

export const replaysFeature = {
  aggregates: [replaySettings],
  deciders: { ChangeReplaySettings: { streams: replaySettingsStreams, decide } },
} as const;
