import { describe, expect, it } from "@effect/vitest"
import { type SmtpPeer, type SmtpPeerOptions, startSmtpPeer } from "@telemark/testing"
import { onTestFinished } from "vitest"
import { ehloOptions } from "../src/application/layers.js"
import { startServing } from "./support/serving.js"
import { temporaryDirectory } from "./support/telemark.js"

const peer = async (options: SmtpPeerOptions = {}): Promise<SmtpPeer> => {
  const started = await startSmtpPeer(options)
  onTestFinished(() => started.close())
  return started
}

const send = {
  to: "grace@example.com",
  from: "ada@fjord.example",
  subject: "Hello",
  text: "It works."
}
const names = ({ commands }: SmtpPeer) =>
  commands.flatMap((line) => (line.startsWith("EHLO ") ? [line.slice(5)] : []))

describe("the name in EHLO", () => {
  it("is TELEMARK_EHLO_NAME for the relay and for tenants' own servers, unless these have a name of their own", async () => {
    const login = { user: "ada", password: "s3cret" }
    const [relay, own] = [await peer(), await peer({ login })]
    const server = await startServing(temporaryDirectory(), {
      TELEMARK_SMTP_URL: relay.url,
      TELEMARK_EHLO_NAME: "Mail.Fjord.Example",
      TELEMARK_ALLOW_NETWORKS: "127.0.0.0/8"
    })
    expect((await server.post("/emails/send", send)).status).toBe(201)
    await expect.poll(() => relay.mails.length).toBe(1)
    expect(names(relay)).toEqual(["mail.fjord.example"])
    const config = {
      provider: "custom",
      host: "127.0.0.1",
      port: own.port,
      username: "ada",
      password: "s3cret",
      tls_required: false
    }
    expect((await server.post("/smtp-config", config)).status).toBe(200)
    expect(
      (await server.post("/smtp-config", { ...config, ehlo_name: "mail.tenant.example" })).status
    ).toBe(200)
    expect((await server.post("/emails/send", send)).status).toBe(201)
    await expect.poll(() => own.mails.length).toBe(1)
    expect(names(own)).toEqual(["mail.fjord.example", "mail.tenant.example", "mail.tenant.example"])
  })

  it("may be the domain of TELEMARK_FROM, if others know that", () => {
    const fallback = (from?: string) => ehloOptions({ ehloName: undefined, from }).fallbackName
    expect([fallback("Fjord <mail@Bücher.Example>"), fallback("mail@fjord.example")]).toEqual([
      "xn--bcher-kva.example",
      "fjord.example"
    ])
    expect([fallback(), fallback("Telemark <telemark@localhost.localdomain>")]).toEqual([
      undefined,
      undefined
    ])
  })
})
