import { readdir, readFile } from "node:fs/promises"
import {
  megabytesOf,
  millisOf,
  parseMemory,
  parseStat,
  type ProcessStat,
  treeMillis,
  treesOf
} from "./processStat.js"

/** The processor time that a process has spent, in milliseconds. NaN where there is no /proc. */
export const cpuOf = async (pid: number): Promise<number> =>
  millisOf(parseStat(await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")))

export interface Memory {
  /** Now, and at most, in MB. */
  readonly resident: number
  readonly peak: number
}

/** The memory of a process that is resident. NaN where there is no /proc. */
export const memoryOf = async (pid: number): Promise<Memory> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "")
  const read = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? NaN) / 1024
  return { resident: read("VmRSS"), peak: read("VmHWM") }
}

/** All processes that run, none where there is no /proc. */
const allProcesses = async (): Promise<ReadonlyArray<ProcessStat>> => {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/stat`, "utf8").catch(() => ""))
  )
  return stats.flatMap((stat) => parseStat(stat) ?? [])
}

/** Whether processor times and memory can be read here. */
export const hasProc: () => Promise<boolean> = async () => (await allProcesses()).length > 0

/**
 * The processor time of these processes and all their descendants, in milliseconds. NaN where there
 * is no /proc.
 */
export const cpuOfTrees = async (roots: ReadonlyArray<number>): Promise<number> =>
  treeMillis(treesOf(roots, await allProcesses()))

/** The memory of these processes and all their descendants, in MB. NaN where there is no /proc. */
export const memoryOfTrees = async (roots: ReadonlyArray<number>): Promise<number> => {
  const all = await allProcesses()
  const sizes = await Promise.all(
    roots.map(async (root) => {
      const tree = treesOf([root], all)
      const read = await Promise.all(
        tree.map(({ pid }) => readFile(`/proc/${pid}/status`, "utf8").catch(() => ""))
      )
      return tree.length === 0 ? NaN : megabytesOf(read.map(parseMemory))
    })
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
