// Runs mocha on a lane of tests: `node test/lane.mjs [options of mocha] PATTERN…`, where `npm test` has compiled on what was compiled.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const isCompiled = process.env.TIDEMARK_MOCHA === 'compiled';
const compiled = argument => argument.replace(/^((?:\.\/)?)(test\/.*)\.ts$/, '$1.tested/$2.js');

const given = process.argv.slice(2);
const mocha = spawn('mocha', isCompiled ? given.map(compiled) : given, { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => mocha.kill(signal));
const [code] = await once(mocha, 'exit');
process.exitCode = code ?? 1;
