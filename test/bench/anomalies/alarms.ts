/** Where the value of a window lies: in the band, outside of it, or nowhere for lack of requests or history. */
export type Verdict = 'inside' | 'outside' | 'unknown';

export type AlarmRule = {
  /** An anomaly opens with so many windows outside … */
  readonly outsideMin: number;
  /** … of the last so many. */
  readonly windows: number;
  /** It ends after so many windows inside, one after the other. */
  readonly insideMin: number;
};

/** Gives true for each window in which an anomaly opens. */
export function createAlarm({ outsideMin, windows, insideMin }: AlarmRule) {
  let latest: Verdict[] = [];
  let isOpen = false;
  return (verdict: Verdict): boolean => {
    latest = [...latest, verdict].slice(-Math.max(windows, insideMin));
    if (isOpen) {
      isOpen = latest.slice(-insideMin).some(one => one !== 'inside');
      return false;
    }
    isOpen = latest.slice(-windows).filter(one => one === 'outside').length >= outsideMin;
    return isOpen;
  };
}
