import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { open } from "../src/open.js"
import { startProcess } from "@telemark-tools/storages"
import { temporaryDirectory } from "./temporary.js"

const program = new URL("child.ts", import.meta.url)

const run = (command: string, ...args: ReadonlyArray<string>): boolean => {
  try {
    execFileSync(command, args, { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

/**
 * Whether a file system of a few megabytes can be made here: root may, outside of most containers.
 */
const canMount = (() => {
  const directory = mkdtempSync(join(tmpdir(), "telemark-mount-"))
  const mounted = run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", directory)
  if (mounted) run("umount", directory)
  rmSync(directory, { recursive: true })
  return mounted
})()
const canLimit = run("prlimit", "--version")
if (!canMount)
  console.warn("LEFT OUT: accepting on a full disk, because this user can't mount a tmpfs here.")
if (!canLimit)
  console.warn("LEFT OUT: accepting at a limit on file sizes, because there is no prlimit here.")

/** A disk of 3 MB, gone when the scope closes. */
const smallDisk = Effect.flatMap(temporaryDirectory, (directory) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      run("mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", directory)
      return directory
    }),
    () =>
      Effect.sync(() => {
        run("umount", "--lazy", directory)
      })
  )
)

interface Disk {
  readonly fill: (pid: string) => void
  readonly makeRoom: (pid: string) => void
}

/**
 * A process accepts until it can't any more, there is room again, and it accepts again. What it
 * said was accepted is in the file, and nothing else.
 */
const fillUp = (filename: string, disk: Disk) =>
  Effect.gen(function* () {
    const child = yield* startProcess(program, "fill", filename)
    const pid = (yield* child.nextLine) ?? ""
    expect(yield* child.nextLine).toBe("ready")
    disk.fill(pid)
    yield* child.say("go")
    expect(yield* child.nextLine).toBe("StorageError unavailable")
    expect(yield* child.nextLine).toBe("ready")
    disk.makeRoom(pid)
    yield* child.say("go")
    const accepted = JSON.parse((yield* child.nextLine) ?? "[]") as ReadonlyArray<string>
    expect(accepted.length).toBeGreaterThan(4)
    expect(yield* child.rest).toEqual([])

    const sql = yield* open({ filename })
    expect(yield* sql`PRAGMA integrity_check`).toEqual([{ integrity_check: "ok" }])
    const ids = (rows: ReadonlyArray<{ readonly id: string }>) => rows.map(({ id }) => id).sort()
    expect(ids(yield* sql<{ readonly id: string }>`SELECT id FROM emails`)).toEqual(
      [...accepted].sort()
    )
    expect(ids(yield* sql<{ readonly id: string }>`SELECT id FROM queue`)).toEqual(
      [...accepted].sort()
    )
    expect(yield* sql`SELECT COUNT(*) AS bodies FROM bodies`).toEqual([{ bodies: accepted.length }])
  })

describe("a disk that is full", () => {
  it.live.skipIf(!canMount)(
    "is an error until there is space again, and what was accepted is there",
    () =>
      Effect.gen(function* () {
        const directory = yield* smallDisk
        const ballast = join(directory, "ballast")
        yield* fillUp(join(directory, "mail.db"), {
          fill: () => {
            writeFileSync(ballast, Buffer.alloc(1_500_000))
          },
          makeRoom: () => {
            unlinkSync(ballast)
          }
        })
      })
  )

  it.live.skipIf(!canLimit)(
    "is an error, and so is a log that can't be written to (the write fails, as on a broken disk)",
    () =>
      Effect.gen(function* () {
        const filename = join(yield* temporaryDirectory, "mail.db")
        const limit = (size: string) => (pid: string) => {
          expect(run("prlimit", "--pid", pid, `--fsize=${size}:`)).toBe(true)
        }
        yield* fillUp(filename, { fill: limit("1000000"), makeRoom: limit("unlimited") })
      })
  )
})
