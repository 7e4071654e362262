import { join } from "node:path"
import { expect, it } from "vitest"
import { call } from "./support/call.js"
import { startServing } from "./support/serving.js"
import { temporaryDirectory } from "./support/telemark.js"

it("members are invited, listed, changed, disabled and removed on the command line", async () => {
  const directory = temporaryDirectory()
  const { url } = await startServing(directory)
  const { origin } = new URL(url)
  const environment = { TELEMARK_DATABASE_URL: `sqlite:${join(directory, "mail.db")}` }
  const members = (...args: ReadonlyArray<string>) => call(["members", ...args], environment)
  const json = async (...args: ReadonlyArray<string>) => {
    const { code, stdout } = await members(...args, "--json")
    return { code, document: JSON.parse(stdout) as Readonly<Record<string, unknown>> }
  }
  const begin = (invitation: string) =>
    fetch(`${origin}/session`, {
      method: "POST",
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
      body: JSON.stringify({ invitation })
    })

  const { stdout } = await members("invite", "ada@example.com", "admin", "--operator")
  const token = /^\/#invitation=([\w-]{43})\n$/.exec(stdout)?.[1] ?? ""
  expect(await json("invite", "ADA@example.com", "viewer")).toMatchObject({
    code: 1,
    document: { error: "Validation failed" }
  })
  expect((await members("invite", "bob@example.com", "boss")).code).not.toBe(0)
  const answers = await Promise.all([begin(token), begin(token)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  const [begun] = answers.filter(({ status }) => status === 200)
  const cookie = begun?.headers.get("set-cookie")?.split(";")[0] ?? ""
  expect(await begun?.json()).toMatchObject({ operator: true, tenant: "default" })
  const statusOf = async (path: string) =>
    (await fetch(origin + path, { headers: { cookie } })).status
  expect(await statusOf("/v1/tenants")).toBe(200)
  expect(await statusOf("/v1/diagnosis")).toBe(200)

  expect(await json("role", "ada@example.com", "viewer")).toMatchObject({
    code: 0,
    document: { role: "viewer", operator: true }
  })
  expect([await statusOf("/v1/tenants"), await statusOf("/v1/members")]).toEqual([200, 403])
  expect((await members("list")).stdout).toMatch(
    /ADDRESS +NAME +ROLE +OF +STATE .*\nada@example.com +- +viewer +server +active +invitation +20/
  )
  expect(await json("disable", "ada@example.com")).toMatchObject({
    document: { state: "disabled" }
  })
  expect(await statusOf("/v1/tenants")).toBe(401)
  expect(await json("enable", "ada@example.com")).toMatchObject({ document: { state: "active" } })
  expect((await members("reinvite", "ada@example.com")).stdout).toMatch(/^\/#invitation=/)
  expect(await json("remove", "ada@example.com")).toEqual({ code: 0, document: { success: true } })
  expect(await json("remove", "ada@example.com")).toMatchObject({
    code: 1,
    document: { error: "not_found" }
  })
})
