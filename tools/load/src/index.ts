/**
 * How fast a server takes mail and delivers it, as a program of its own sees it: the load, the SMTP
 * server that all is delivered to, and what both saw. Of `telemark bench` and of the benchmarks.
 */
export { monotonicMillis } from "./clock.js"
export { dueAt, runOpenLoop } from "./openLoop.js"
export {
  closedLoop,
  type Extent,
  type Loaded,
  openLoop,
  type OpenLoaded,
  type Service
} from "./load.js"
export { measureLatency, type Latency } from "./measureLatency.js"
export { type Load, measureThroughput, type Throughput, timeoutFor } from "./measureThroughput.js"
export { cpuOf, cpuOfTrees, hasProc, type Memory, memoryOf, memoryOfTrees } from "./processes.js"
export { median, quantile } from "./quantiles.js"
export { type Mail, mailOf } from "./receipt.js"
export { bodiesOf, recipientsOf, sendOf } from "./recipients.js"
export { runSink } from "./runSink.js"
export { type Sink, sinkOf } from "./sink.js"
export { type Taken } from "./sinkProtocol.js"
export { type Program, type ProgramOptions, startProgram } from "./startProgram.js"
export { documentOf, keysFor, makeKeys, serverSettings } from "./telemark.js"
