/**
 * How long this process was at work, for tests that say how long it may be. In processor time: on a
 * busy machine a process waits for its processor, which is no fault of its own. Garbage collection
 * in other threads counts as well, up to the time on the clock.
 */
export { startProcessorTime } from "./processorTime.js"
export { workOf } from "./workOf.js"
export { maxPause, type Pauses, watchPauses } from "./watchPauses.js"
