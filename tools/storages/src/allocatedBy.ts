import { GCProfiler } from "node:v8"

/**
 * The bytes that this process allocates on its heap until the promise resolves: what the heap grows
 * by between collections, whose sizes before and after V8 itself says. It is a count, the same on
 * any machine: `total_allocated_bytes` isn't in Node 20, and a sampling profile estimates, and slows
 * down what it looks at. Buffers' contents aren't on the heap.
 */
export const allocatedBy = async (body: () => Promise<void>): Promise<number> => {
  const profiler = new GCProfiler()
  profiler.start()
  const began = process.memoryUsage().heapUsed
  await body()
  const ended = process.memoryUsage().heapUsed
  const { statistics } = profiler.stop()
  const collected = statistics.map(
    ({ afterGC, beforeGC }) =>
      beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize
  )
  return collected.reduce((sum, bytes) => sum + bytes, ended - began)
}
