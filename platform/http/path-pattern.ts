/**
 * A path of the route table as a regular expression, with or without a slash at its end: `:name` is
 * one segment, `*name` the whole rest of the path.
 */
export const pathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/:\w+/gu, '[^/]+').replace(/\*\w+/gu, '.+')}/?$`, 'u');
