import {
  createDatabase,
  hasPgBouncer,
  onServer,
  randomName,
  startPgBouncer,
  testPostgresUrl
} from "@telemark-tools/postgres"
import { randomBytes } from "node:crypto"
import { describe, expect, it, onTestFinished } from "vitest"
import { call } from "./support/call.js"
import { readInbox } from "./support/readInbox.js"
import { serve, start, stop, temporaryDirectory } from "./support/telemark.js"

/** An empty database behind a PgBouncer in transaction mode, and the settings of who uses it. */
const pooled = async () => {
  const { drop, url: direct } = await createDatabase(testPostgresUrl())
  onTestFinished(drop)
  const { remove, url } = await startPgBouncer({ url: direct, mode: "transaction" })
  onTestFinished(remove)
  return {
    direct,
    environment: {
      TELEMARK_DATABASE_URL: url,
      TELEMARK_PORT: "0",
      TELEMARK_SECRET: randomBytes(32).toString("base64")
    }
  }
}

const off = { TELEMARK_DATABASE_PREPARE: "off" }

describe.runIf(hasPgBouncer())("telemark behind PgBouncer in transaction mode", () => {
  it("says what to set: the start as well as the doctor", async () => {
    const { direct, environment } = await pooled()
    const advice = /pooler in transaction mode.* set TELEMARK_DATABASE_PREPARE=off/
    for (const command of ["serve", "worker", "migrate"]) {
      const { code, stderr } = await call([command], environment)
      expect([command, code]).toEqual([command, 1])
      expect(stderr).toMatch(advice)
    }
    const doctor = async (more: Readonly<Record<string, string>>) => {
      const { code, stdout } = await call(["doctor"], { ...environment, ...more })
      return { code, stdout }
    }
    const unset = await doctor({})
    expect(unset.code).toBe(1)
    expect(unset.stdout).toMatch(new RegExp(`^fail +database .*${advice.source}`, "m"))
    const set = await doctor(off)
    expect(set.code).toBe(0)
    expect(set.stdout).toMatch(/^ok +connections .*a pooler in transaction mode/m)
    expect(set.stdout).toMatch(/^ok +connections .*once a second.*TELEMARK_DATABASE_DIRECT_URL/m)
    const directly = await doctor({ ...off, TELEMARK_DATABASE_DIRECT_URL: direct })
    expect(directly.code).toBe(0)
    expect(directly.stdout).toMatch(/^ok +connections .*answers at TELEMARK_DATABASE_DIRECT_URL/m)
    const wrongly = await doctor({
      ...off,
      TELEMARK_DATABASE_DIRECT_URL: environment.TELEMARK_DATABASE_URL
    })
    expect(wrongly.code).toBe(1)
    expect(wrongly.stdout).toMatch(/^fail +connections .*pooler in transaction mode/m)
  })

  it.each([false, true])(
    "serves, and delivers in another process (with a direct address: %s)",
    async (isDirect) => {
      const { direct, environment } = await pooled()
      const settings = {
        ...environment,
        ...off,
        ...(isDirect ? { TELEMARK_DATABASE_DIRECT_URL: direct } : {})
      }
      const server = await serve(temporaryDirectory(), settings, ["--no-worker"])
      const { first_start, url } = server.document
      const role = randomName("sender")
      onTestFinished(async () => {
        await onServer(direct, `DROP OWNED BY ${role}`, `DROP ROLE ${role}`)
      })
      await call(
        ["keys", "create", "--for", "sql", "--tenant", "default", "--role", role],
        settings
      )
      const worker = start(["worker"], temporaryDirectory(), settings)
      await worker.printed(/Delivering from .*\n/)
      const sent = await fetch(`${url}/emails/send`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${first_start?.key ?? ""}`,
          "content-type": "application/json"
        },
        body: JSON.stringify({ to: "ada@example.com", text: "hello" })
      })
      expect(sent.status).toBe(201)
      await onServer(
        environment.TELEMARK_DATABASE_URL,
        `SELECT telemark.send('{"to": "ada@example.com", "text": "by SQL"}'::jsonb)`
      )
      await expect.poll(() => readInbox(url, first_start?.key)).toHaveLength(2)
      const ended = await Promise.all([server, worker].map(stop))
      expect(ended.map(({ code }) => code)).toEqual([0, 0])
    }
  )
})
