/**
 * For `npm run coverage`: the processes that tests start load the same files in another module format,
 * and coverage of both formats added up is neither's. What counts is what the tests themselves reach.
 */
delete process.env.NODE_V8_COVERAGE;
