import { readFile } from "node:fs/promises"

/** How Linux counts time in /proc: 100 ticks a second on every platform that Node runs on. */
const tickMillis = 10

/** The processor time that a process has spent, in milliseconds. NaN where there is no /proc. */
export const cpuOf = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return (Number(fields[11] ?? NaN) + Number(fields[12] ?? NaN)) * tickMillis
}

export interface Memory {
  /** Now, and at most, in MB. */
  readonly resident: number
  readonly peak: number
}

/** The memory of a process that is resident. NaN where there is no /proc. */
export const memoryOf = async (pid: number): Promise<Memory> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "")
  const read = (field: string): number => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? NaN) / 1024
  return { resident: read("VmRSS"), peak: read("VmHWM") }
}
