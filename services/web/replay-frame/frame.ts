import playerStyles from '@rrweb/replay/dist/style.css?inline';
import styles from './frame.css?inline';
import { isFrom } from './is-from.ts';
import type { FromFrame, ToFrame } from './messages.ts';
import { openStage } from './stage.ts';

/** How often the page around it learns where the recording is. */
const tellEveryMs = 100;

const tell = (message: FromFrame): void => parent.postMessage(message, location.origin);

const sheet = document.createElement('style');
sheet.textContent = playerStyles + styles;
document.head.append(sheet);
const root = document.createElement('main');
// Nothing of a recorded page can be pressed or get the focus.
root.inert = true;
document.body.append(root);

const stage = openStage(root, () => tell({ kind: 'drawn' }));

let turn = 0;

function tellWhere(): void {
  const at = stage.at();
  if (at !== undefined) tell({ kind: 'at', turn, ...at });
}

function obey(message: ToFrame): void {
  if (message.kind === 'events') {
    stage.add(message.events);
    return;
  }
  turn = message.turn;
  if (message.kind === 'play') stage.play(message.atMs, message.speed);
  else stage.pause(message.atMs);
  tellWhere();
}

addEventListener('message', (event: MessageEvent<ToFrame>) => {
  if (isFrom(parent, event)) obey(event.data);
});
addEventListener('error', () => tell({ kind: 'failed' }));

if (parent !== window) {
  setInterval(tellWhere, tellEveryMs);
  tell({ kind: 'ready' });
}
