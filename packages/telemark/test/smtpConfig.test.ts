import { smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { say, type SmtpPeer, startSmtpPeer } from "@telemark/testing"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  createTelemark,
  NoSmtpConfig,
  NotFound,
  SmtpConnectionFailed,
  type Telemark,
  ValidationFailed
} from "telemark"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"

let relay: SmtpPeer
let own: SmtpPeer
let telemark: Telemark

const login = { user: "shop", password: "hunter2" }
const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error
  )
const config = (changes = {}) => ({
  provider: "custom",
  host: "127.0.0.1",
  port: own.port,
  username: login.user,
  password: login.password,
  tls_required: false,
  ...changes
})

beforeAll(async () => {
  relay = await startSmtpPeer()
  own = await startSmtpPeer({ login })
  telemark = await createTelemark({
    storage: sqlite({ filename: ":memory:" }),
    transport: smtp({ url: relay.url }),
    from: "Platform <platform@example.com>",
    allowNetworks: ["127.0.0.1/32"]
  })
  telemark.startWorker()
})

afterAll(async () => {
  await telemark.close()
  await relay.close()
  await own.close()
})

describe("the SMTP server of a tenant's own", () => {
  it("is saved after a test, shown without its password, verified and removed, as over HTTP", async () => {
    const { smtpConfig } = telemark
    for (const look of [smtpConfig.get, smtpConfig.verify, smtpConfig.remove])
      expect(await rejection(look())).toBeInstanceOf(NoSmtpConfig)
    expect(await smtpConfig.save(config())).toEqual({ success: true, provider: "custom" })
    const saved = await smtpConfig.get()
    expect(saved).toMatchObject({
      host: "127.0.0.1",
      port: own.port,
      username: "shop",
      verified: true
    })
    expect(JSON.stringify(saved)).not.toContain("hunter2")
    own.follow(say("auth", "535 5.7.8 No"))
    expect(await smtpConfig.verify()).toEqual({ success: false, error: expect.any(String) })
    own.follow()
    expect(await smtpConfig.verify()).toEqual({ success: true })
    expect(await smtpConfig.remove()).toEqual({ success: true })
    expect(await rejection(smtpConfig.get())).toBeInstanceOf(NoSmtpConfig)
  })

  it("takes that tenant's mail and no other's, from the sender that it names, until it is removed", async () => {
    await telemark.tenants.create({ name: "acme" })
    const acme = telemark.tenant("acme")
    await acme.smtpConfig.save(config({ from_email: "acme@example.com", from_name: "Acme" }))
    await acme.emails.send({ to: "ada@example.com", text: "own" })
    await telemark.emails.send({ to: "ada@example.com", text: "platform" })
    await own.until(({ mails }) => mails.length === 1)
    await relay.until(({ mails }) => mails.length === 1)
    expect(own.mails).toMatchObject([{ envelope: { from: "acme@example.com" }, user: "shop" }])
    expect(relay.mails).toMatchObject([{ envelope: { from: "platform@example.com" } }])
    await acme.smtpConfig.remove()
    await acme.emails.send({ to: "ada@example.com", text: "platform again" })
    await relay.until(({ mails }) => mails.length === 2)
    expect(own.mails).toHaveLength(1)
  })

  it("is kept with its password encrypted", async () => {
    const folder = await mkdtemp(join(tmpdir(), "telemark-smtp-"))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await using kept = await createTelemark({
      storage: sqlite({ filename: join(folder, "mail.db") }),
      transport: smtp({ url: relay.url }),
      allowNetworks: ["127.0.0.1/32"]
    })
    await kept.smtpConfig.save(config())
    const names = await readdir(folder)
    expect(names).toContain("mail.db")
    for (const name of names)
      expect((await readFile(join(folder, name))).includes("hunter2"), name).toBe(false)
  })

  it("is refused with the original errors, which never contain the password", async () => {
    const { smtpConfig } = telemark
    const errors = [
      await rejection(smtpConfig.save(config({ host: "10.0.0.1" }))),
      await rejection(
        smtpConfig.save(config({ password: "hunter2 wrong", port: own.port, tls_required: true }))
      ),
      await rejection(smtpConfig.save(config({ port: 0 })))
    ]
    expect(errors).toEqual([
      expect.any(SmtpConnectionFailed),
      expect.any(SmtpConnectionFailed),
      expect.any(ValidationFailed)
    ])
    expect(errors).toMatchObject([
      { stage: "policy" },
      { stage: "tls" },
      { details: { port: [expect.any(String)] } }
    ])
    expect(errors.map(String).join() + JSON.stringify(errors)).not.toContain("hunter2")
    expect(await rejection(telemark.tenant("nobody").smtpConfig.get())).toBeInstanceOf(NotFound)
  })
})
