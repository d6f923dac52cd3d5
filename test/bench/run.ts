// `npm run bench` measures throughput; `npm run bench -- distributed` what a name stands for.
await (process.argv[2] === 'distributed' ? import('./distributed.ts') : import('./throughput.ts'));
