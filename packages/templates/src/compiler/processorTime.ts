import { readFileSync } from "node:fs"

/** Linux counts in hundredths of a second, whatever the kernel was built with (`USER_HZ`). */
const tick = 10

/**
 * The processor time that a process has used, in milliseconds, read from /proc (proc_pid_stat(5)).
 * Undefined where there is none, and for a process that is gone.
 */
export const processorTime = (pid: number | undefined): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1")
    // The name of the program, in parentheses, may contain anything; utime and stime are the 12th
    // and 13th field behind it.
    const [utime, stime] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13)
    return (Number(utime) + Number(stime)) * tick
  } catch {
    return undefined
  }
}
