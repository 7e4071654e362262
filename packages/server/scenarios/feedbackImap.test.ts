import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import {
  bounce,
  emailId,
  type Imported,
  letter,
  makeSent,
  secret,
  statuses
} from "../test/support/bounces.js"
import { call } from "../test/support/call.js"
import { serve, stop, temporaryDirectory } from "../test/support/telemark.js"
import { type Dovecot, hasDovecot, password, startDovecot, user } from "./dovecot.js"

let directory = ""
let filename = ""
let environment: Readonly<Record<string, string>> = {}
let dovecot: Dovecot

beforeEach(async () => {
  directory = temporaryDirectory()
  filename = join(directory, "mail.db")
  environment = {
    TELEMARK_DATABASE_URL: `sqlite:${filename}`,
    TELEMARK_SECRET: secret,
    TELEMARK_IMAP_PASSWORD: password
  }
  await makeSent(filename, 60)
  dovecot = await startDovecot()
})

const url = (rest = "") => `imap://${user}@127.0.0.1:${String(dovecot.port)}/INBOX?tls=none${rest}`

const run = async (address: string, ...args: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = await call(
    ["feedback", "import", "--imap", address, "--json", ...args],
    environment
  )
  expect(stdout + stderr).not.toContain(password)
  return { code, stderr, document: JSON.parse(stdout) as Imported }
}

describe.runIf(hasDovecot())("a mailbox on an IMAP server", () => {
  it("is read and left as it is, unless something else is to happen", async () => {
    dovecot.deliver("1.host", bounce({ names: emailId(1) }))
    dovecot.deliver("2.host", letter)
    expect(await run(url())).toMatchObject({
      code: 0,
      document: { messages: 2, reports: { recorded: 1 }, unread: 1, skipped: 0, failures: 0 }
    })
    expect(statuses(filename)[1]).toBe("bounced")
    expect(await run(url())).toMatchObject({ document: { messages: 2 } })
  })

  it("has what was read marked as seen, and it isn't read again but by --all", async () => {
    for (let number = 0; number < 60; number++)
      dovecot.deliver(`${String(number + 10)}.host`, bounce({ names: emailId(number) }))
    expect(await run(url(), "--then", "seen")).toMatchObject({
      code: 0,
      document: { messages: 60, reports: { recorded: 60 } }
    })
    expect(new Set(statuses(filename))).toEqual(new Set(["bounced"]))
    expect(dovecot.files().every((name) => name.endsWith(":2,S"))).toBe(true)
    expect(await run(url(), "--then", "seen")).toMatchObject({
      document: { messages: 0, skipped: 60 }
    })
    expect(await run(url(), "--all")).toMatchObject({ document: { messages: 60, skipped: 0 } })
  })

  it("loses what was recorded by --then delete, and keeps the rest as seen", async () => {
    dovecot.deliver("1.host", bounce({ names: emailId(1) }))
    dovecot.deliver("2.host", letter)
    dovecot.deliver("3.host", bounce({}))
    expect(await run(url(), "--then", "delete")).toMatchObject({
      code: 0,
      document: { messages: 3, reports: { recorded: 1, unknown_email: 1 } }
    })
    expect(dovecot.files()).toEqual(["2.host:2,S", "3.host:2,S"])
  })

  it("has what was recorded moved to another mailbox", async () => {
    dovecot.deliver("1.host", bounce({ names: emailId(1) }))
    dovecot.deliver("2.host", letter)
    expect(await run(url("&move=Done"))).toMatchObject({
      code: 0,
      document: { reports: { recorded: 1 } }
    })
    expect(dovecot.files()).toEqual(["2.host:2,S"])
    expect(dovecot.files("Done")).toHaveLength(1)
  })

  it("gives the first 256 KiB of a message", async () => {
    dovecot.deliver(
      "1.host",
      bounce({ names: emailId(1) }).replace(
        "\n--b--\n",
        `\n--b\nContent-Type: message/rfc822\n\nSubject: x\n\n${"x".repeat(70)}\n`.padEnd(
          3_000_000,
          "xyz\n"
        )
      )
    )
    expect(await run(url())).toMatchObject({
      code: 0,
      document: { messages: 1, reports: { recorded: 1 } }
    })
  })

  it.each<[string, () => string, Readonly<Record<string, string>>]>([
    ["auth", () => url(), { TELEMARK_IMAP_PASSWORD: "another-s3cret" }],
    ["tls", () => `imaps://${user}@127.0.0.1:${String(dovecot.tlsPort)}/INBOX`, {}],
    ["tls", () => `imap://${user}@127.0.0.1:${String(dovecot.port)}/INBOX`, {}],
    ["mailbox", () => `imap://${user}@127.0.0.1:${String(dovecot.port)}/Missing?tls=none`, {}]
  ])("says what is wrong (%s), without the password", async (step, address, overrides) => {
    environment = { ...environment, ...overrides }
    const { code, document, stderr } = await run(address())
    expect({ code, failures: document.failures }).toEqual({ code: 1, failures: 1 })
    expect(stderr).toContain(`can't be used (${step})`)
    expect(stderr).not.toContain("s3cret")
  })

  it("says that the server can't be reached", async () => {
    await dovecot.stop()
    expect((await run(url())).stderr).toContain("can't be used (connect)")
  })

  it("is opened with the password of a file", async () => {
    const file = join(directory, "password")
    writeFileSync(file, `${password}\n`)
    environment = { ...environment, TELEMARK_IMAP_PASSWORD: "" }
    expect(await run(url(), "--password-file", file)).toMatchObject({
      code: 0,
      document: { failures: 0 }
    })
  })

  it("is read by the worker again and again, also after the server was away", async () => {
    dovecot.deliver("1.host", bounce({ names: emailId(1) }))
    await dovecot.stop()
    const address = `imap://${user}:${password}@127.0.0.1:${String(dovecot.port)}/INBOX?tls=none&then=delete`
    const running = await serve(directory, {
      ...environment,
      TELEMARK_FEEDBACK_IMAP: address,
      TELEMARK_FEEDBACK_IMAP_INTERVAL: "1s"
    })
    await dovecot.start()
    await expect.poll(() => statuses(filename)[1]).toBe("bounced")
    dovecot.deliver("2.host", bounce({ names: emailId(2) }))
    await expect.poll(() => dovecot.files()).toEqual([])
    expect(statuses(filename)[2]).toBe("bounced")
    const { code, stderr, stdout } = await stop(running)
    expect(code).toBe(0)
    expect(stderr).toContain("bounces were read from the mailbox")
    expect(stdout + stderr).not.toContain(password)
  }, 90_000)
})
