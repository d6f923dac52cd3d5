import type { Shape } from './graph.ts';
import { layOut } from './layout.ts';

addEventListener('message', ({ data }: MessageEvent<Shape>) => postMessage(layOut(data)));
