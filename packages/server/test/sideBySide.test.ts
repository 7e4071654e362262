import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { call } from "./support/call.js"
import { startServing } from "./support/serving.js"
import { temporaryDirectory } from "./support/telemark.js"

describe("several Telemarks in one SQLite file", () => {
  it("each deliver their own mail, and see nothing of the others'", async () => {
    const TELEMARK_DATABASE_URL = `sqlite:${join(temporaryDirectory(), "app.db")}`
    const servers = await Promise.all(
      ["", "a_", "b_"].map((TELEMARK_TABLE_PREFIX) =>
        startServing(temporaryDirectory(), { TELEMARK_DATABASE_URL, TELEMARK_TABLE_PREFIX })
      )
    )
    const sends = await Promise.all(
      servers.flatMap(({ post }, index) =>
        [1, 2, 3].map((number) =>
          post("/emails/send", {
            to: `ada@example.com`,
            subject: `${index}: ${number}`,
            text: "Hello"
          })
        )
      )
    )
    expect(sends.map(({ status }) => status)).toEqual(sends.map(() => 201))
    for (const [index, { inbox, sourceOf }] of servers.entries()) {
      await expect.poll(async () => (await inbox()).length).toBe(3)
      const sources = await Promise.all((await inbox()).map(({ id }) => sourceOf(id)))
      expect(sources.map((source) => /^Subject: (.*?)\r?$/m.exec(source)?.[1]).sort()).toEqual(
        [1, 2, 3].map((number) => `${index}: ${number}`)
      )
    }
  })

  it("have keys of their own, which the doctor names", async () => {
    const file = join(temporaryDirectory(), "app.db")
    const environment = (TELEMARK_TABLE_PREFIX: string) => ({
      TELEMARK_DATABASE_URL: `sqlite:${file}`,
      TELEMARK_TABLE_PREFIX,
      TELEMARK_PORT: "0"
    })
    for (const [prefix, secret] of [
      ["", `${file}.secret`],
      ["tm_", `${file}.tm_.secret`]
    ] as const) {
      await call(["tenants", "create", "default"], environment(prefix))
      expect((await call(["domains", "add", "fjord.example"], environment(prefix))).code).toBe(0)
      expect(existsSync(secret)).toBe(true)
      expect((await call(["doctor"], environment(prefix))).stdout).toContain(
        `The key file ${secret} decrypts all stored secrets (1).`
      )
    }
    expect((await call(["secrets", "rotate"], environment("tm_"))).code).toBe(0)
    expect((await call(["secrets", "rotate"], environment("tm_"))).code).toBe(0)
    expect((await call(["doctor"], environment(""))).stdout).toContain(
      "decrypts all stored secrets (1)."
    )
  })
})
