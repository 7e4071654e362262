import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { beforeEach, describe, expect, it } from "vitest"
import { call } from "./support/call.js"
import { bin, temporaryDirectory } from "./support/telemark.js"

let directory = ""
let environment: Readonly<Record<string, string>> = {}

const suppressions = (...args: ReadonlyArray<string>) =>
  call(["suppressions", ...args], environment)

const document = async (...args: ReadonlyArray<string>) => {
  const { code, stdout } = await suppressions(...args, "--json")
  return { code, document: JSON.parse(stdout) as Readonly<Record<string, unknown>> }
}

const fileOf = (text: string): string => {
  const file = join(directory, "list.csv")
  writeFileSync(file, text)
  return file
}

const acme = ["--tenant", "acme"] as const

beforeEach(async () => {
  directory = temporaryDirectory()
  environment = { TELEMARK_DATABASE_URL: `sqlite:${join(directory, "mail.db")}` }
  await call(["tenants", "create", "default"], environment)
  await call(["tenants", "create", "acme"], environment)
})

describe("suppressed addresses on the command line", () => {
  it("are added, listed by page and removed, for a tenant", async () => {
    expect(await suppressions("add", "Ada@example.com", "--reason", "by phone", ...acme)).toEqual({
      code: 0,
      stdout: "Ada@example.com gets no mail any more.\n",
      stderr: ""
    })
    expect((await suppressions("add", "ada@EXAMPLE.com", ...acme)).stdout).toBe(
      "ada@EXAMPLE.com was suppressed already.\n"
    )
    await call(["topics", "create", "news", "--name", "News", ...acme], environment)
    expect((await suppressions("add", "bob@example.com", "--topic", "news", ...acme)).stdout).toBe(
      "bob@example.com gets no mail of the topic news any more.\n"
    )

    expect((await suppressions("list", ...acme)).stdout).toMatch(
      /^ADDRESS +REASON +TOPIC +SUPPRESSED\nbob@example\.com +manual +news +20.+\nAda@example\.com +by phone +- +20.+\n$/
    )
    expect((await document("list")).document).toMatchObject({ data: [], next: null })
    const first = (await document("list", "--limit", "1", ...acme)).document
    expect(first).toMatchObject({ data: [{ email_address: "bob@example.com" }] })
    expect(
      (await document("list", "--limit", "1", "--after", String(first["next"]), ...acme)).document
    ).toMatchObject({ data: [{ email_address: "Ada@example.com", reason: "by phone" }] })

    expect((await suppressions("remove", "ada@example.com", ...acme)).stdout).toBe(
      "ada@example.com gets mail again.\n"
    )
    expect(await document("remove", "bob@example.com", ...acme)).toMatchObject({
      code: 1,
      document: { error: "not_found" }
    })
    expect((await suppressions("remove", "bob@example.com", "--topic", "news", ...acme)).code).toBe(
      0
    )
    expect((await document("list", ...acme)).document).toMatchObject({ data: [] })
  })

  it("are refused with what is wrong", async () => {
    expect(await document("add", "nobody")).toMatchObject({
      code: 1,
      document: { error: "Validation failed" }
    })
    expect((await document("add", "a@example.com", "--topic", "none")).code).toBe(1)
    expect(await document("add", "a@example.com", "--tenant", "none")).toMatchObject({
      code: 1,
      document: { error: "not_found" }
    })
  })

  it("come from a file of addresses, and a repeated import changes nothing", async () => {
    const file = fileOf("ada@example.com\nbob@example.com\nADA@example.com\n")
    expect(await suppressions("import", file)).toEqual({
      code: 0,
      stdout:
        "2 suppressions were added.\n1 line was suppressed already, or by an earlier line.\n0 lines were invalid.\n",
      stderr: ""
    })
    expect(await document("import", file)).toMatchObject({
      code: 0,
      document: { added: 0, already_suppressed: 3, invalid_count: 0 }
    })
  })

  it("are stored but for invalid lines, which fail the import by their numbers", async () => {
    const file = fileOf("email,reason\nada@example.com,by phone\nnobody,by phone\n")
    const { code, stderr, stdout } = await suppressions("import", file)
    expect({ code, stdout }).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("1 line was invalid.") as unknown
    })
    expect(stderr).toMatch(/^line 3: email_address must /)
    expect(stderr).not.toContain("nobody")
    expect((await document("list")).document).toMatchObject({
      data: [{ email_address: "ada@example.com", reason: "by phone" }]
    })
  })

  it("aren't taken from files that can't be read or are too large", async () => {
    expect(await document("import", join(directory, "none.csv"))).toMatchObject({
      code: 1,
      document: {
        error: "not_readable",
        message: expect.stringContaining("no such file") as unknown
      }
    })
    const large = fileOf("ada@example.com\n".padEnd(10 * 1024 * 1024 + 1, "\n"))
    expect(await document("import", large)).toMatchObject({
      code: 1,
      document: { error: "input_too_large" }
    })
    expect((await document("list")).document).toMatchObject({ data: [] })
  })

  it("are exported as CSV, page after page, which an import of another tenant takes by a pipe", async () => {
    const addresses = Array.from({ length: 1_200 }, (_, index) => `u${String(index)}@example.com`)
    await suppressions("import", fileOf(`${addresses.join("\n")}\n`))
    await suppressions("add", "ada@example.com", "--reason", 'said "no, thanks"')
    expect((await suppressions("export", "--email", "ADA@")).stdout).toMatch(
      /^email_address,reason,topic,added_at\r\nada@example\.com,"said ""no, thanks""",,20[^\n]+\r\n$/
    )

    const { HOME = "", PATH = "" } = process.env
    const telemark = `"${process.execPath}" "${bin}" suppressions`
    const { stdout } = await promisify(execFile)(
      "sh",
      ["-c", `${telemark} export | ${telemark} import - --tenant acme --json`],
      { env: { HOME, PATH, ...environment } }
    )
    expect(JSON.parse(stdout)).toMatchObject({
      added: 1_201,
      already_suppressed: 0,
      invalid_count: 0
    })
    expect((await suppressions("export", ...acme)).stdout.split("\r\n")).toHaveLength(1_203)
  })

  it("are exported no further than they are read", async () => {
    const addresses = Array.from({ length: 5_000 }, (_, index) => `u${String(index)}@example.com`)
    await suppressions("import", fileOf(`${addresses.join("\n")}\n`))
    const { HOME = "", PATH = "" } = process.env
    const { stderr, stdout } = await promisify(execFile)(
      "sh",
      ["-c", `"${process.execPath}" "${bin}" suppressions export | head -n 1`],
      { env: { HOME, PATH, ...environment } }
    )
    expect({ stderr, stdout }).toEqual({
      stderr: "",
      stdout: "email_address,reason,topic,added_at\r\n"
    })
  })
})
