import { Replayer } from '@rrweb/replay';
import { safeEvent } from './safe-events.ts';

type Events = ConstructorParameters<typeof Replayer>[0];

/** rrweb draws nothing of fewer. */
const eventsMin = 2;

const silent = { log: () => undefined, warn: () => undefined };

export type Stage = {
  /** Later events of the recording, in the order of their times. */
  readonly add: (events: readonly unknown[]) => void;
  readonly play: (atMs: number, speed: number) => void;
  readonly pause: (atMs: number) => void;
  /** Where it is; undefined before there is anything. */
  readonly at: () => { readonly atMs: number; readonly isPlaying: boolean } | undefined;
};

/** Draws a recording in the document, as large as there is room. `drawn` is called when a whole page was drawn. */
export function openStage(root: HTMLElement, drawn: () => void): Stage {
  const first: Events = [];
  let replayer: Replayer | undefined;
  let isPlaying = false;
  let size: Size = { width: 0, height: 0 };
  const refit = (): void => {
    if (replayer !== undefined && size.width > 0) scaleTo(root, replayer.wrapper, size);
  };
  addEventListener('resize', refit);
  const begin = (): Replayer => {
    const begun = new Replayer(first.splice(0), {
      root,
      mouseTail: false,
      // The focus stays with the controls.
      triggerFocus: false,
      showWarning: false,
      logger: silent as never,
    });
    begun.on('resize', next => {
      size = next as Size;
      refit();
    });
    begun.on('fullsnapshot-rebuilded', () => {
      // rrweb leaves those of a later instant on the page after a jump back.
      if (begun.iframe.contentDocument) begun.iframe.contentDocument.adoptedStyleSheets = [];
      drawn();
    });
    begun.on('finish', () => {
      isPlaying = false;
    });
    return begun;
  };
  const offsetOf = (player: Replayer, atMs: number): number =>
    Math.max(0, atMs - player.getMetaData().startTime);
  return {
    add: events => {
      const safe = events.map(safeEvent).filter(event => event !== undefined) as unknown as Events;
      if (replayer !== undefined) for (const event of safe) replayer.addEvent(event);
      else first.push(...safe);
      if (first.length >= eventsMin) replayer = begin();
    },
    play: (atMs, speed) => {
      if (replayer === undefined) return;
      replayer.setConfig({ speed });
      replayer.play(offsetOf(replayer, atMs));
      // Where nothing follows, rrweb waits for ever.
      isPlaying = atMs < replayer.getMetaData().endTime;
    },
    pause: atMs => {
      replayer?.pause(offsetOf(replayer, atMs));
      isPlaying = false;
    },
    at: () =>
      replayer && {
        atMs: replayer.getMetaData().startTime + replayer.getCurrentTime(),
        isPlaying,
      },
  };
}

type Size = { readonly width: number; readonly height: number };

/** The recorded window, no larger than it was, in the middle. */
function scaleTo(root: HTMLElement, picture: HTMLElement, { width, height }: Size): void {
  const scale = Math.min(1, root.clientWidth / width, root.clientHeight / height);
  const { style } = picture;
  style.width = `${width}px`;
  style.height = `${height}px`;
  style.transform = `translate(${(root.clientWidth - width * scale) / 2}px, ${(root.clientHeight - height * scale) / 2}px) scale(${scale})`;
}
