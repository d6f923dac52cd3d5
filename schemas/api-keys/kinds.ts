/** `live` may do everything, `read` reads, `pub` is safe in a browser, `widget` shows widgets. */
export type KeyKind = 'live' | 'read' | 'pub' | 'widget';
