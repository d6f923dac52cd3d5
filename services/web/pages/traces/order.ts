/** What a list of traces can be sorted by, as the server names it. */
export const sorts = ['start_time', 'duration_ms', 'span_count', 'error_count'] as const;
export type Sort = (typeof sorts)[number];
export type Order = { readonly by: Sort; readonly isAscending: boolean };

type Printed = { readonly sort?: string | undefined; readonly order?: string | undefined };

/** The order of a link: the newest first when it does not say. */
export const parseOrder = ({ sort, order }: Printed): Order => ({
  by: sorts.find(each => each === sort) ?? 'start_time',
  isAscending: order === 'asc',
});

export const printOrder = ({ by, isAscending }: Order): Printed => ({
  sort: by === 'start_time' ? undefined : by,
  order: isAscending ? 'asc' : undefined,
});

/** The order after the head of a column was pressed: the most first, then the least. */
export const pressed = (order: Order, by: Sort): Order => ({
  by,
  isAscending: order.by === by && !order.isAscending,
});
