import { layoutOf, type SpanColumns } from './layout.ts';

/** Lays out one trace beside the page, and hands the arrays over without a copy. */
self.onmessage = ({ data }: MessageEvent<SpanColumns>): void => {
  const layout = layoutOf(data);
  const transfer = Object.values(layout).flatMap(each =>
    ArrayBuffer.isView(each) ? [each.buffer as ArrayBuffer] : [],
  );
  self.postMessage(layout, { transfer });
};
