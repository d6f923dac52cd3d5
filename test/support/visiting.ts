import type { Browser } from 'playwright-core';
import type { WholeTidemark } from './cluster.ts';
import type { Reader } from './reader.ts';
import { type Visitor, visitorOf } from './visitor.ts';

type Options = NonNullable<Parameters<typeof visitorOf>[2]>;
/** What a suite opens in its `before`. */
type Opened = {
  readonly browser: Browser;
  readonly server: Pick<WholeTidemark, 'url'>;
  readonly ada: Pick<Reader, 'key'>;
  readonly adminToken?: string;
};

/** For a suite: opens browsers of visitors, with Ada's key unless told otherwise, and closes them after each test. */
export function visiting(opened: () => Opened): (options?: Options) => Promise<Visitor> {
  const visitors: Visitor[] = [];
  afterEach(async () => {
    for (const visitor of visitors.splice(0)) await visitor.close();
  });
  return async (options = {}) => {
    const { browser, server, ada, adminToken } = opened();
    const visitor = await visitorOf(browser, server.url, {
      key: ada.key,
      adminToken,
      ...options,
    });
    visitors.push(visitor);
    return visitor;
  };
}
