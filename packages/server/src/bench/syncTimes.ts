import { randomUUID } from "node:crypto"
import { open, rm } from "node:fs/promises"
import { join } from "node:path"
import { performance } from "node:perf_hooks"

/** Enough for a median; at 10 ms each they take half a second. */
const times = 50

/** How long each of some takes, one after the other, in milliseconds. */
export const timesOf = async (act: () => Promise<unknown>): Promise<ReadonlyArray<number>> => {
  const taken: Array<number> = []
  for (let index = 0; index < times; index++) {
    const from = performance.now()
    await act()
    taken.push(performance.now() - from)
  }
  return taken
}

/** How long it takes until a page that was written in this folder is on its disk. */
export const syncTimes = async (folder: string): Promise<ReadonlyArray<number>> => {
  const path = join(folder, `telemark-bench-sync-${randomUUID()}`)
  const file = await open(path, "wx")
  try {
    const page = Buffer.alloc(4096, "x")
    return await timesOf(async () => {
      await file.write(page)
      await file.datasync()
    })
  } finally {
    await file.close()
    await rm(path)
  }
}
