import {
  changeObjective,
  createObjective,
  deleteObjective,
  objectiveStreams as streams,
} from './change-objectives.ts';
import { objectives } from './objective.ts';

export const slosFeature = {
  aggregates: [objectives],
  deciders: {
    CreateObjective: { streams, decide: createObjective },
    ChangeObjective: { streams, decide: changeObjective },
    DeleteObjective: { streams, decide: deleteObjective },
  },
} as const;
