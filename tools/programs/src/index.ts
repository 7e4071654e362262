/**
 * Programs of this machine that tests start: whether they are there, whether their tests run, and
 * that they end with the process that started them.
 */
export { isInstalled } from "./isInstalled.js"
export { type ProgramOptions, type RunningProgram, startProgram } from "./startProgram.js"
export { testsRun } from "./testsRun.js"
