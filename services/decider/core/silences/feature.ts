import {
  changeSilence,
  endSilence,
  restoreSilence,
  startSilence,
  silenceStreams as streams,
} from './change-silences.ts';
import { silences } from './silence.ts';

export const silencesFeature = {
  aggregates: [silences],
  deciders: {
    StartSilence: { streams, decide: startSilence },
    ChangeSilence: { streams, decide: changeSilence },
    EndSilence: { streams, decide: endSilence },
    RestoreSilence: { streams, decide: restoreSilence },
  },
} as const;
