import { equal } from 'node:assert/strict';
import { servicePage } from '../../domain/telemetry/service-page.ts';

describe('the page of a service', () => {
  it('is where a browser finds it again, whatever the name', () => {
    for (const name of ['checkout', 'a/b', '%2F', '..', '.', '-', '', 'ä ?#&', '鍵']) {
      const { pathname, searchParams } = new URL(servicePage(name), 'http://shop.example');
      const last = decodeURIComponent(pathname.slice('/services/'.length));
      equal(last === '-' ? searchParams.get('name') : last, name);
    }
    equal(servicePage('\ud800'), '/services/%EF%BF%BD');
  });
});
