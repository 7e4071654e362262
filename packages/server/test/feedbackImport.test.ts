import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import {
  bounce,
  emailId,
  type Imported,
  letter,
  makeSent,
  reply,
  returnPath,
  secret,
  separator,
  statuses
} from "./support/bounces.js"
import { call } from "./support/call.js"
import { temporaryDirectory } from "./support/telemark.js"

let directory = ""
let filename = ""
let environment: Readonly<Record<string, string>> = {}

const run = (...args: ReadonlyArray<string>) => call(["feedback", "import", ...args], environment)

const json = async (...args: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = await run(...args, "--json")
  return { code, stderr, document: JSON.parse(stdout) as Imported }
}

const file = (name: string, text: string): string => {
  const path = join(directory, name)
  writeFileSync(path, text)
  return path
}

const mbox = (...messages: ReadonlyArray<string>) =>
  messages.map((message) => `${separator}\n${message}\n`).join("")

const nothing = { messages: 0, reports: {}, ignored: 0, unread: 0, skipped: 0, failures: 0 }

beforeEach(async () => {
  directory = temporaryDirectory()
  filename = join(directory, "mail.db")
  environment = { TELEMARK_DATABASE_URL: `sqlite:${filename}`, TELEMARK_SECRET: secret }
  await makeSent(filename, 3)
})

describe("telemark feedback import", () => {
  it("records what messages in files report, once however often they are read, and counts what they are", async () => {
    const files = [
      file("1.eml", bounce({ names: emailId(1) })),
      file("2.eml", bounce({})),
      file("3.eml", reply),
      file("4.eml", letter)
    ]
    const expected = { ...nothing, messages: 4, ignored: 1, unread: 1 }
    expect(await json(...files)).toMatchObject({
      code: 0,
      document: { ...expected, reports: { recorded: 1, unknown_email: 1 } }
    })
    expect(statuses(filename)).toEqual(["sent", "bounced", "sent"])
    const again = await json(...files)
    expect(again).toMatchObject({
      code: 0,
      document: { ...expected, reports: { unknown_email: 1 } }
    })
    expect(again.document.reports).not.toHaveProperty("recorded")
    expect((await run(...files)).stdout.replace(/(repeated|superseded)( +)[01]/g, "$1$2n"))
      .toBe(`messages       4
recorded       0  reports that are new
repeated       n  reports that were recorded before
superseded     n  reports on emails with a later status
too_early      0  reports on emails that aren't known to be sent yet
unknown_email  1  reports on emails that aren't here
ignored        1  automatic replies and the like
unread         1  messages without a report that can be read
`)
  })

  it("reads mbox files", async () => {
    const path = file(
      "mbox",
      mbox(bounce({ names: emailId(0) }), letter, bounce({ names: emailId(2) }))
    )
    expect(await json(path)).toMatchObject({
      code: 0,
      document: { messages: 3, reports: { recorded: 2 }, unread: 1 }
    })
    expect(statuses(filename)).toEqual(["bounced", "sent", "bounced"])
  })

  it("takes the message of the return path, rather than the one that the report names", async () => {
    const header = `Delivered-To: ${await returnPath(filename, emailId(2))}\n`
    expect(await json(file("1.eml", bounce({ header, names: emailId(0) })))).toMatchObject({
      document: { reports: { recorded: 1 } }
    })
    expect(statuses(filename)).toEqual(["sent", "sent", "bounced"])
    environment = { ...environment, TELEMARK_SECRET: Buffer.alloc(32, 6).toString("base64") }
    expect(await json(file("2.eml", bounce({ header, names: emailId(0) })))).toMatchObject({
      document: { reports: { recorded: 1 } }
    })
    expect(statuses(filename)).toEqual(["bounced", "sent", "bounced"])
  })

  it("shows in a trial run what it would record, and records nothing", async () => {
    const path = file(
      "mbox",
      mbox(bounce({ names: emailId(0), reply: "550 5.1.1 no \u001b[2Jsuch user" }), letter)
    )
    const { code, stdout } = await run(path, "--dry-run")
    expect({ code, lines: stdout.split("\n").slice(0, 2) }).toEqual({
      code: 0,
      lines: [
        "EMAIL                                KIND     WHY                RECIPIENT        REPLY",
        expect.stringMatching(
          new RegExp(
            `^${emailId(0)}  bounced  invalid_recipient  ada@example\\.com  550 5\\.1\\.1 no .{1,8}such user$`
          )
        )
      ]
    })
    expect(stdout).not.toContain("\u001b")
    expect(stdout).toContain("found     1  reports; none was recorded")
    expect(statuses(filename)).toEqual(["sent", "sent", "sent"])
  })

  it("lists the first hundred reports of a trial run, and says how many more there are", async () => {
    const path = file("mbox", mbox(...Array.from({ length: 130 }, () => bounce({}))))
    const { stderr, stdout } = await run(path, "--dry-run")
    expect(stdout.match(/^em_/gm)).toHaveLength(100)
    expect(stderr).toBe("… and 30 more reports.\n")
  })

  it("reads the other files if one can't be read, and ends with 1", async () => {
    const missing = join(directory, "missing.eml")
    const { code, document, stderr } = await json(
      missing,
      file("1.eml", bounce({ names: emailId(1) }))
    )
    expect({ code, document }).toMatchObject({
      code: 1,
      document: { reports: { recorded: 1 }, failures: 1 }
    })
    expect(stderr).toContain(`${missing} can't be read: there is no such file or folder.`)
    expect(stderr).toContain("no report counts twice")
  })

  it("says how far it is after each thousand messages", async () => {
    const path = file(
      "mbox",
      mbox(
        ...Array.from({ length: 1_010 }, (_, index) =>
          index === 0 ? bounce({ names: emailId(0) }) : letter
        )
      )
    )
    const { code, stderr } = await run(path)
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "1000 messages read, 1 report recorded …\n"
    })
  })

  it("reads the first 256 KiB of a message, and nothing of an empty file", async () => {
    const long = bounce({ names: emailId(1) }).replace(
      "\n--b--\n",
      `\n--b\nContent-Type: message/rfc822\n\nSubject: x\n\n${"x".repeat(70)}\n`.padEnd(
        1_000_000,
        "x\n"
      )
    )
    expect(await json(file("1.eml", long), file("2.eml", ""))).toMatchObject({
      code: 0,
      document: { messages: 1, reports: { recorded: 1 } }
    })
  })

  it("needs something to read", async () => {
    const { code, document, stderr } = await json()
    expect({ code, document }).toMatchObject({ code: 1, document: { error: "usage" } })
    expect(stderr).toContain("--imap")
  })

  it.each([
    ["http://user@host/INBOX", "must begin with imap:// or imaps://"],
    ["imaps://host/INBOX", "names no valid user"],
    ["imaps://user@host?then=burn", "invalid then or move"],
    ["imaps://user:s3cret@host/INBOX", "has a password, which other users of this machine can see"],
    ["imaps://user@host/INBOX", "set TELEMARK_IMAP_PASSWORD"]
  ])("refuses --imap %s, without repeating it", async (url, reason) => {
    const { code, stderr, stdout } = await run("--imap", url)
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toContain(reason)
    expect(stderr).not.toContain("s3cret")
  })
})

describe("a Maildir", () => {
  let root = ""
  const put = (folder: "new" | "cur", name: string, text: string) => {
    writeFileSync(join(root, folder, name), text)
  }
  const listed = () => ({
    new: readdirSync(join(root, "new")).sort(),
    cur: readdirSync(join(root, "cur")).sort()
  })

  beforeEach(() => {
    root = join(directory, "Maildir")
    for (const folder of ["new", "cur", "tmp"] as const)
      mkdirSync(join(root, folder), { recursive: true })
    put("new", "1.host", bounce({ names: emailId(0) }))
    put("new", "2.host", letter)
    put("cur", "3.host:2,F", bounce({ names: emailId(1) }))
    put("cur", "4.host:2,S", bounce({ names: emailId(2) }))
    put("cur", "5.host:2,", bounce({}))
    put("new", ".hidden", bounce({ names: emailId(2) }))
    writeFileSync(join(root, "tmp", "6.host"), bounce({ names: emailId(2) }))
  })

  it("is read in new and cur but for what is seen, and left as it is", async () => {
    const before = listed()
    const { code, document, stderr } = await json(root)
    expect({ code, document }).toEqual({
      code: 0,
      document: {
        ...nothing,
        messages: 4,
        reports: { recorded: 2, unknown_email: 1 },
        unread: 1,
        skipped: 1
      }
    })
    expect(stderr).toContain(
      "1 message was left out, because it is marked as seen. --all reads such messages, too."
    )
    expect(statuses(filename)).toEqual(["bounced", "bounced", "sent"])
    expect(listed()).toEqual(before)
  })

  it("is read with what is seen by --all", async () => {
    expect(await json(root, "--all")).toMatchObject({
      document: { messages: 5, reports: { recorded: 3 }, skipped: 0 }
    })
  })

  it("has all that was read marked as seen in cur by --then seen, and isn't read again", async () => {
    expect(await json(root, "--then", "seen")).toMatchObject({
      code: 0,
      document: { messages: 4, reports: { recorded: 2 } }
    })
    expect(listed()).toEqual({
      new: [".hidden"],
      cur: ["1.host:2,S", "2.host:2,S", "3.host:2,FS", "4.host:2,S", "5.host:2,S"]
    })
    expect(readFileSync(join(root, "cur", "2.host:2,S"), "utf8")).toBe(letter)
    expect(await json(root, "--then", "seen")).toMatchObject({
      code: 0,
      document: { messages: 0, skipped: 5 }
    })
  })

  it("loses by --then delete only messages whose reports are recorded", async () => {
    expect(await json(root, "--then", "delete")).toMatchObject({
      code: 0,
      document: { messages: 4 }
    })
    expect(listed()).toEqual({ new: [".hidden"], cur: ["2.host:2,S", "4.host:2,S", "5.host:2,S"] })
  })

  it("keeps its messages in a trial run, whatever is to happen to them", async () => {
    const before = listed()
    expect(await json(root, "--then", "delete", "--dry-run")).toMatchObject({
      document: { reports: { found: 3 } }
    })
    expect(listed()).toEqual(before)
  })

  it("isn't any other folder", async () => {
    const { code, stderr } = await run(directory)
    expect(code).toBe(1)
    expect(stderr).toContain("no Maildir with new or cur in it")
  })
})
