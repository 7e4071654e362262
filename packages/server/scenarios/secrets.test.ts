import { tenantQueries } from "@telemark/core"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { onFile, openPasswords, savePasswords } from "../test/support/sealed.js"
import { eventually, run, temporaryFolder } from "./harness.js"

const count = 60

const tenantsOf = (filename: string) =>
  onFile(
    filename,
    Effect.flatMap(tenantQueries, (store) =>
      Effect.forEach(
        Array.from({ length: count }, (_, index) => index),
        (index) =>
          store.insert({
            id: `tn_${String(index).padStart(32, "0")}`,
            name: `tenant-${String(index)}`,
            created_at: index,
            default_from: null,
            monthly_limit: null,
            track_opens: false,
            track_clicks: false,
            missing: "warn"
          })
      )
    )
  )

describe("a rotation of the secrets", () => {
  it("loses none when it is killed at any step, and resumes where it was", async () => {
    const filename = join(await temporaryFolder(), "mail.db")
    await tenantsOf(filename)
    await savePasswords(filename)
    const keys = () => readFileSync(`${filename}.secret`, "utf8")
    const rotate = () =>
      run(["secrets", "rotate", "--json"], { TELEMARK_DATABASE_URL: `sqlite:${filename}` })
    const first = keys().trim()

    for (const resealed of [0, count / 2, count]) {
      const before = keys()
      const rotating = rotate()
      await eventually(() => {
        if (keys() === before) throw new Error("the new key isn't written yet")
      })
      await eventually(async () => {
        const { current } = await openPasswords(filename)
        if (current < resealed) throw new Error(`only ${String(current)} were encrypted anew`)
      })
      await rotating.end("SIGKILL")
      expect((await openPasswords(filename)).right).toBe(count)
    }

    expect(await rotate().exited).toBe(0)
    expect(await rotate().exited).toBe(0)
    expect(await openPasswords(filename)).toEqual({ right: count, current: count })
    expect(keys()).not.toContain(first)
  })
})
