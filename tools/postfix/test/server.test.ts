import { hasPostfix, type PostfixOptions, startPostfix } from "@telemark-tools/postfix"
import { startSmtpPeer } from "@telemark/testing"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import nodemailer from "nodemailer"
import { describe, expect, it, onTestFinished } from "vitest"

const aPeer = async () => {
  const peer = await startSmtpPeer()
  onTestFinished(() => peer.close())
  return peer
}

const aPostfix = async (options: PostfixOptions) => {
  const postfix = await startPostfix(options)
  onTestFinished(postfix.remove)
  return postfix
}

const send = (port: number, to: string): Promise<unknown> =>
  nodemailer.createTransport({ host: "127.0.0.1", port, ignoreTLS: true }).sendMail({
    envelope: { from: "shop@back.test", to },
    raw: `To: ${to}\r\nSubject: Hello\r\n\r\nHello\r\n`
  })

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds())
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
}

describe.runIf(hasPostfix())("a Postfix of one's own", () => {
  it("relays the domains that it was given to their ports, keeps the mail of its mailboxes, and bounces all else without looking for its domain", async () => {
    const [far, back] = [await aPeer(), await aPeer()]
    const postfix = await aPostfix({
      routes: { "far.test": far.port, "back.test": back.port },
      mailboxes: ["ada@here.test"],
      aliases: { "team@here.test": ["ada@here.test", "bob@far.test"] }
    })
    for (const to of ["team@here.test", "ada@elsewhere.test"]) await send(postfix.port, to)
    await far.until(({ mails }) => mails.length === 1)
    await back.until(({ mails }) => mails.length === 1)
    expect(far.mails[0]?.envelope).toEqual({ from: "shop@back.test", to: ["bob@far.test"] })
    expect(back.mails[0]?.envelope).toEqual({ from: "", to: ["shop@back.test"] })
    expect(back.mails[0]?.source.toString()).toContain(
      "Final-Recipient: rfc822; ada@elsewhere.test\r\n"
    )
    const mailbox = join(postfix.directory, "mailboxes/ada@here.test/new")
    await until(() => existsSync(mailbox) && readdirSync(mailbox).length === 1)
    expect(await postfix.log()).not.toMatch(/fatal|panic/)
    await postfix.remove()
    expect(existsSync(postfix.directory)).toBe(false)
    expect(isRunning(postfix.pid)).toBe(false)
  })

  it("ends and cleans up when the process that started it is killed", async () => {
    const program = fileURLToPath(new URL("child.ts", import.meta.url))
    const child = spawn(
      process.execPath,
      ["--conditions=@telemark/source", "--import", "tsx", program],
      { stdio: ["pipe", "pipe", "inherit"] }
    )
    onTestFinished(() => {
      child.kill("SIGKILL")
    })
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string]
    const { directory, pid } = JSON.parse(line) as {
      readonly directory: string
      readonly pid: number
    }
    expect(isRunning(pid)).toBe(true)
    child.kill("SIGKILL")
    await until(() => !isRunning(pid) && !existsSync(directory))
  })
})
