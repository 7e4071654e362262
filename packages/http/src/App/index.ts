export { makeRun, type Run } from "./run.js"
export { StrictAnswers } from "./StrictAnswers.js"
export { HttpTracing } from "./tracing.js"
