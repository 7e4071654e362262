import { execFile } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { call } from "./support/call.js"
import { startServing } from "./support/serving.js"
import { bin, temporaryDirectory } from "./support/telemark.js"

const started = async () => {
  const directory = temporaryDirectory()
  const server = await startServing(directory)
  const environment = { TELEMARK_DATABASE_URL: `sqlite:${join(directory, "mail.db")}` }
  const run = (...args: ReadonlyArray<string>) => call(args, environment)
  const json = async (...args: ReadonlyArray<string>) => {
    const { code, stdout } = await run(...args, "--json")
    return { code, document: JSON.parse(stdout) as Readonly<Record<string, unknown>> }
  }
  return { server, environment, run, json }
}

/** Of the first message that was queued. */
const idOf = (document: Readonly<Record<string, unknown>>): string => {
  const queued = document["queued"] as ReadonlyArray<{ readonly id: string }>
  return queued[0]?.id ?? expect.fail("nothing was queued")
}

describe("mail on the command line", () => {
  it("is sent by the running server, listed, explained and cancelled", async () => {
    const { json, run, server } = await started()
    const mail = ["--to", "ada@example.com, bob@example.com", "--subject", "Hello"]
    const sent = await json("send", ...mail, "--text", "It works.", "--idempotency-key", "once")
    expect(sent).toMatchObject({
      code: 0,
      document: { queued: [{ recipient: "ada@example.com" }, { recipient: "bob@example.com" }] }
    })
    const again = await json("send", ...mail, "--text", "It works.", "--idempotency-key", "once")
    expect(again.document).toMatchObject({ idempotent_replay: true })
    await expect.poll(server.inbox).toHaveLength(2)

    const id = idOf(sent.document)
    expect((await run("emails", "list", "--recipient", "ada@example.com")).stdout).toMatch(
      new RegExp(
        `^EMAIL +STATUS +RECIPIENT +SUBJECT +ACCEPTED\n${id} +\\w+ +ada@example\\.com +Hello`
      )
    )
    expect((await json("emails", "list", "--limit", "1")).document).toMatchObject({
      data: [{ subject: "Hello" }],
      next: expect.stringMatching(/^em_/) as unknown
    })
    await expect
      .poll(async () => (await run("emails", "get", id)).stdout)
      .toMatch(/Status +sent\n\n20.+Captured/s)

    expect((await run("emails", "retry")).stdout).toBe("0 messages are tried again now.\n")

    const later = new Date(Date.now() + 86_400_000).toISOString()
    const scheduled = await json(
      ...["send", "--to", "eve@example.com", "--text", "x", "--scheduled-at", later]
    )
    const waiting = idOf(scheduled.document)
    expect((await run("emails", "cancel", waiting)).stdout).toBe("The message was cancelled.\n")
    expect(await json("emails", "cancel", waiting)).toMatchObject({
      code: 1,
      document: { error: "not_cancellable" }
    })
  })

  it("is refused with what to do", async () => {
    const { json } = await started()
    expect(await json("send", "--to", "nobody", "--text", "x")).toMatchObject({
      code: 1,
      document: { error: "Validation failed" }
    })
    expect(await json("send", "--to", "ada@example.com", "--template", "none")).toMatchObject({
      code: 1
    })
    expect(
      await json("send", "--to", "ada@example.com", "--template", "none", "--data", "{")
    ).toMatchObject({ code: 1, document: { error: "invalid_data" } })
    expect(
      await json("send", "--to", "a@example.com", "--text", "x", "--tenant", "no")
    ).toMatchObject({ code: 1, document: { error: "not_found" } })
    expect(
      await json("send", "--to", "ada@example.com", "--text", "-", "--html", "-")
    ).toMatchObject({ code: 1, document: { error: "usage" } })
    expect(await json("emails", "get", "em_none")).toMatchObject({
      code: 1,
      document: { error: "not_found" }
    })
  })

  it("takes its content from standard input", async () => {
    const { environment, server } = await started()
    const { HOME = "", PATH = "" } = process.env
    const child = execFile(
      process.execPath,
      [bin, "send", "--to", "ada@example.com", "--html", "-"],
      { env: { HOME, PATH, ...environment } }
    )
    child.stdin?.end("<p>Grüße</p>")
    expect(await once(child, "exit")).toEqual([0, null])
    const empty = execFile(
      process.execPath,
      [bin, "send", "--to", "ada@example.com", "--text", "-"],
      { env: { HOME, PATH, ...environment } }
    )
    empty.stdin?.end()
    expect(await once(empty, "exit")).toEqual([1, null])
    await expect.poll(server.inbox).toHaveLength(1)
    const [mail] = await server.inbox()
    expect(JSON.stringify(mail)).toContain("ada@example.com")
  })
})
