import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import type { Layout } from './layout.ts';

export type Outline = ResponseOf<'getTraceOutline'>;

/** A trace, ready to be drawn. */
export type Model = {
  readonly outline: Outline;
  readonly layout: Layout;
  /** By service of the outline: its place among the sorted names, which is its colour. */
  readonly colourOf: readonly number[];
};

export function modelOf(outline: Outline, layout: Layout): Model {
  const places = new Map([...outline.services].sort().map((name, place) => [name, place]));
  return { outline, layout, colourOf: outline.services.map(name => places.get(name) ?? 0) };
}

const failed = 2;

export const isFailed = ({ outline }: Model, span: number): boolean =>
  outline.columns.status[span] === failed;

/** What is read of one span. */
export const spanAt = (model: Model, span: number) => {
  const { columns, services, names } = model.outline;
  const service = columns.service[span] ?? 0;
  return {
    id: columns.span_id[span] ?? '',
    name: names[columns.name[span] ?? 0] ?? '',
    service: services[service] ?? '',
    colour: model.colourOf[service] ?? 0,
    startNs: columns.start_ns[span] ?? 0,
    durationNs: columns.duration_ns[span] ?? 0,
    isError: isFailed(model, span),
  };
};

/** How many spans are below a span. */
export const belowOf = ({ endOf, placeOf }: Layout, span: number): number =>
  (endOf[span] ?? 0) - (placeOf[span] ?? 0) - 1;
