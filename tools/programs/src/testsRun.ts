/**
 * Whether tests on a program run: they do, unless `variable` is `off`, which it may not be in CI.
 * `name` is the program's.
 */
export const testsRun = (name: string, variable: string): boolean => {
  if (process.env[variable] !== "off") return true
  if (process.env["CI"] !== undefined)
    throw new Error(`${variable}=off: tests on ${name} are never left out in CI.`)
  console.warn(`\n${variable}=off: the tests on ${name} are LEFT OUT.\n`)
  return false
}
