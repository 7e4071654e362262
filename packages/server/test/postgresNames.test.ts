import { createDatabase, testPostgresUrl } from "@telemark-tools/postgres"
import { randomBytes } from "node:crypto"
import pg from "pg"
import { describe, expect, it, onTestFinished } from "vitest"
import { call } from "./support/call.js"
import { startServing } from "./support/serving.js"
import { temporaryDirectory } from "./support/telemark.js"

const TELEMARK_SECRET = randomBytes(32).toString("base64")

const bare = async (): Promise<string> => {
  const { drop, url } = await createDatabase(testPostgresUrl())
  onTestFinished(drop)
  return url
}

describe("several Telemarks in one Postgres database", () => {
  it("each deliver their own mail, and see nothing of the others'", async () => {
    const TELEMARK_DATABASE_URL = await bare()
    const environments = [
      {},
      { TELEMARK_DATABASE_SCHEMA: "a" },
      { TELEMARK_DATABASE_SCHEMA: "a", TELEMARK_TABLE_PREFIX: "tm_" }
    ]
    const servers = await Promise.all(
      environments.map((place) =>
        startServing(temporaryDirectory(), {
          TELEMARK_DATABASE_URL,
          TELEMARK_SECRET,
          TELEMARK_DATABASE_POOL: "3",
          ...place
        })
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
})

describe("a separate schema on Postgres", () => {
  it("is created by migrate and checked by the doctor only", async () => {
    const url = await bare()
    const environment = {
      TELEMARK_DATABASE_URL: url,
      TELEMARK_SECRET,
      TELEMARK_PORT: "0",
      TELEMARK_DATABASE_SCHEMA: "mail",
      TELEMARK_MIGRATE: "off"
    }
    const before = await call(["doctor"], environment)
    expect(before.stdout).toMatch(
      /^ok +database .* has no tables yet; `telemark migrate` makes them\.$/m
    )
    const refused = await call(["tenants", "create", "acme"], environment)
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("`telemark migrate` does so") as unknown
    })
    for (const args of [["migrate"], ["tenants", "create", "acme"]])
      expect((await call(args, environment)).code).toBe(0)
    expect((await call(["doctor"], environment)).stdout).toMatch(
      /^ok +database .* is up to date and has 1 tenant\.$/m
    )
    expect(
      (await call(["doctor"], { ...environment, TELEMARK_DATABASE_SCHEMA: "" })).stdout
    ).toMatch(/^ok +database .* has no tables yet/m)
  })

  it("is made by the printed script on a plain connection", async () => {
    const url = await bare()
    const environment = {
      TELEMARK_DATABASE_URL: url,
      TELEMARK_SECRET,
      TELEMARK_DATABASE_SCHEMA: "mail",
      TELEMARK_TABLE_PREFIX: "tm_",
      TELEMARK_MIGRATE: "off"
    }
    const { stdout } = await call(["migrate", "--print"], environment)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(stdout)
    await client.end()
    expect((await call(["tenants", "create", "acme"], environment)).code).toBe(0)
  })
})
