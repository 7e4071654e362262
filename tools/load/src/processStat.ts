/** How Linux counts time in /proc: 100 ticks a second on every platform that Node runs on. */
const tickMillis = 10

/** What /proc says of one process. Times are in ticks. */
export interface ProcessStat {
  readonly pid: number
  readonly parent: number
  readonly own: number
  /** Of children that have ended and were waited for, with theirs. */
  readonly ended: number
}

/**
 * Reads a `/proc/PID/stat` (proc_pid_stat(5)); undefined if it is none. The name of the program, in
 * parentheses, may hold anything.
 */
export const parseStat = (stat: string): ProcessStat | undefined => {
  const nameEnd = stat.lastIndexOf(")")
  const fields = stat
    .slice(nameEnd + 2)
    .split(" ")
    .map(Number)
  const parent = fields[1]
  const [user, system, endedUser, endedSystem] = fields.slice(11)
  if (nameEnd < 0 || parent === undefined || user === undefined || system === undefined)
    return undefined
  return {
    pid: Number.parseInt(stat, 10),
    parent,
    own: user + system,
    ended: (endedUser ?? 0) + (endedSystem ?? 0)
  }
}

/** The processor time of a process alone, in milliseconds; NaN without one. */
export const millisOf = (stat: ProcessStat | undefined): number =>
  stat === undefined ? NaN : stat.own * tickMillis

/** These processes and their descendants, of all that run. */
export const treesOf = (
  roots: ReadonlyArray<number>,
  all: ReadonlyArray<ProcessStat>
): ReadonlyArray<ProcessStat> => {
  const found = new Map<number, ProcessStat>()
  const collect = (pid: number): void => {
    const stat = all.find((one) => one.pid === pid)
    if (stat === undefined || found.has(pid)) return
    found.set(pid, stat)
    for (const { parent, pid: child } of all) if (parent === pid) collect(child)
  }
  roots.forEach(collect)
  return [...found.values()]
}

/**
 * The processor time of such trees in milliseconds, of those included that have ended. NaN if there
 * are none.
 */
export const treeMillis = (trees: ReadonlyArray<ProcessStat>): number =>
  trees.length === 0
    ? NaN
    : trees.reduce((sum, { ended, own }) => sum + own + ended, 0) * tickMillis

/** What one process holds in memory, in kB. */
export interface ProcessMemory {
  readonly anonymous: number
  readonly file: number
  readonly shared: number
}

/** Reads a `/proc/PID/status`. */
export const parseMemory = (status: string): ProcessMemory => {
  const read = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0)
  return { anonymous: read("RssAnon"), file: read("RssFile"), shared: read("RssShmem") }
}

/**
 * What a process and its descendants hold together, in MB: programs and shared memory, which are
 * the same for all, count once.
 */
export const megabytesOf = (processes: ReadonlyArray<ProcessMemory>): number =>
  (processes.reduce((sum, { anonymous }) => sum + anonymous, 0) +
    Math.max(0, ...processes.map(({ file }) => file)) +
    Math.max(0, ...processes.map(({ shared }) => shared))) /
  1024
