import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A receiver in a process of its own: what it costs is not on the account of those who are compared. It never answers
// under `/dead/`.
const server = createServer((request, response) => {
  request.resume();
  if (request.url?.startsWith('/dead/')) return;
  request.on('end', () => response.end('thanks'));
});
server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port);
});
process.on('disconnect', () => process.exit(0));
