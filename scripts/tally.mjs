// The closing line of every check.
export const tally = (passed, failed) => {
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  process.exitCode = failed > 0 ? process.exitCode || 1 : 0
}
