// `npm run bench` measures throughput; `npm run bench -- overload` what is left of it under too much.
await (process.argv[2] === 'overload' ? import('./overload.ts') : import('./throughput.ts'));
