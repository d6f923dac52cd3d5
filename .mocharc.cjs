// `npm test` compiles everything first: mocha and the threads of each server load that in a third of the time. A suite run alone
// takes the sources as they are.
const isCompiled = process.env.TIDEMARK_MOCHA === 'compiled';
const [folder, ending] = isCompiled ? ['./.tested', 'js'] : ['.', 'ts'];

module.exports = {
  extension: [ending],
  'node-option': isCompiled ? [] : ['import=tsx', 'no-experimental-require-module'],
  require: [`${folder}/test/support/leaks.${ending}`, `${folder}/test/times/record.${ending}`],
  'forbid-only': true,
  parallel: false,
  timeout: 90_000,
  exit: false,
};
