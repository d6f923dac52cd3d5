/** What a notice says of one alert or outage. */
export type NoticeText = {
  /** Of a mail about nothing else. */
  readonly subject: string;
  readonly lines: readonly string[];
  readonly url: string;
};
