export { makeRun, type Run } from "./run.js"
export { HttpTracing } from "./tracing.js"
