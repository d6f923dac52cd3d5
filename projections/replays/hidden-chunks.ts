import type { HiddenReplays } from './hidden-replays.ts';

/** What is bound in the conditions below. */
export const boundOfHidden = ({ subjects, users }: HiddenReplays) => ({
  hiddenSubjects: [...subjects],
  hiddenUsers: users.map(({ userId }) => userId),
  hiddenUntil: users.map(({ untilMs }) => untilMs),
});

/** Conditions on the rows of chunks in `samples`. */
export const chunksOf = {
  /** Names a user in one of the ways in which chunks may (`storedUserIds`). */
  user: "has({userIds:Array(String)}, JSONExtractString(detail, 'userId'))",
  /** Names a user whose sessions are being deleted, and was received by then. */
  hiddenUsers: `arrayExists((user, until) -> JSONExtractString(detail, 'userId') = user AND toUnixTimestamp64Milli(time) <= until,
      {hiddenUsers:Array(String)}, {hiddenUntil:Array(Int64)})`,
  hiddenSubjects: 'has({hiddenSubjects:Array(UUID)}, subject)',
} as const;
