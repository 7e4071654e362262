import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createTelemark, InvalidSecret, type TelemarkOptions, ValidationFailed } from "telemark"
import { describe, expect, it, onTestFinished } from "vitest"
import { readOptions } from "../src/options.js"

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error
  )
const secret = (): string => randomBytes(32).toString("base64")
const base = (filename = ":memory:") => ({
  storage: sqlite({ filename }),
  transport: capture(),
  from: "Shop <shop@example.com>"
})
const open = (options: Partial<TelemarkOptions>, filename?: string) =>
  createTelemark({ ...base(filename), ...options })

const file = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "telemark-options-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, "mail.db")
}

describe("the options of an embedded Telemark", () => {
  it.each<[name: string, options: object]>([
    ["from", { from: "nobody" }],
    ["monthlyLimit", { monthlyLimit: 0 }],
    ["defaultRateLimit", { defaultRateLimit: 10_001 }],
    ["retrySchedule", { retrySchedule: "soon" }],
    ["giveUp", { giveUp: "never" }],
    ["refusedGiveUp", { refusedGiveUp: "1" }],
    ["refusedGiveUp", { refusedGiveUp: "25h" }],
    ["refusedGiveUp", { giveUp: "1h", refusedGiveUp: "61m" }],
    ["secret", { secret: 42 }],
    ["senderPolicy", { senderPolicy: "trusted" }],
    ["spf", { spf: "v=spf1 a mx" }],
    ["spf", { spf: "a mx -all" }],
    ["spf", { spf: "" }],
    ["spf", { spf: "ptr" }],
    [
      "spf",
      { spf: Array.from({ length: 11 }, (_, index) => `a:s${String(index)}.example.com`).join(" ") }
    ],
    ["spf", { spf: ["a", "mx"] }],
    ["sendingIps.1", { sendingIps: ["192.0.2.1", "192.0.2.0/24"] }],
    ["sendingIps.0", { sendingIps: ["fe80::1%eth0"] }],
    ["sendingIps", { sendingIps: "192.0.2.1" }],
    ["dkimEd25519", { dkimEd25519: "on" }],
    ["publicUrl", { publicUrl: "mail.example.com" }],
    ["trackingHost", { trackingHost: "https://track.example.com" }],
    ["reputation", { reputation: "on" }],
    ["signingDomain", { signingDomain: "localhost" }],
    ["signingDomain", { signingDomain: "mail.example.com." }],
    ["dnsServers", { dnsServers: ["dns.example.com"] }],
    ["dnsServers", { dnsServers: ["192.0.2.53", "192.0.2.54:99999"] }],
    ["dnsServers", { dnsServers: "192.0.2.53" }],
    ["allowNetworks", { allowNetworks: ["10.0.0.0/33"] }],
    ["allowNetworks", { allowNetworks: ["10.0.0.0/8", "inside.example.com"] }],
    ["allowNetworks", { allowNetworks: "10.0.0.0/8" }]
  ])("are refused by name: %s of %j", async (name, options) => {
    const error = await rejection(open(options))
    expect(error).toBeInstanceOf(ValidationFailed)
    expect(error).toMatchObject({ details: { [name]: [expect.any(String)] } })
  })

  it("of SPF are refused in clear words, which don't repeat them, and are put in order", () => {
    const refused = readOptions({ ...base(), spf: "a hunter2" })
    expect(refused).toMatchObject({
      failure: {
        details: {
          spf: [expect.stringContaining("isn't a mechanism of RFC 7208; it takes mechanisms")]
        }
      }
    })
    expect(JSON.stringify(refused)).not.toContain("hunter2")
    expect(readOptions({ ...base(), spf: "  a \t mx " })).toMatchObject({
      success: { services: { spf: "a mx" } }
    })
  })

  it("are understood in every form that they may have", async () => {
    const telemark = await open({
      secret: `${secret()}, ${secret()}`,
      senderPolicy: "any",
      spf: "include:_spf.example.com ip4:192.0.2.0/24",
      sendingIps: ["192.0.2.25", "2001:db8::25"],
      dkimEd25519: true,
      signingDomain: "B\u00fccher.example",
      dnsServers: ["192.0.2.53", "192.0.2.53:5353", "2001:db8::53", "[2001:db8::53]:5353"],
      allowNetworks: ["10.1.0.0/16", "fd00::/8", "192.0.2.1/32"]
    })
    const {
      dns_records: [spf]
    } = await telemark.domains.add({ domain: "shop.example" })
    expect(spf?.value).toBe("v=spf1 include:_spf.example.com ip4:192.0.2.0/24 ~all")
    await telemark.close()
  })

  it("may be there without a value", async () => {
    const none = {
      secret: undefined,
      senderPolicy: undefined,
      spf: undefined,
      sendingIps: [],
      dkimEd25519: undefined,
      signingDomain: undefined,
      dnsServers: [],
      allowNetworks: []
    }
    const telemark = await open(none)
    const {
      dns_records: [spf]
    } = await telemark.domains.add({ domain: "shop.example" })
    expect(spf?.value).toBe("v=spf1 a mx ~all")
    await telemark.close()
  })

  it("try refused mail again until the age of giving up, or for a shorter time", () => {
    const hour = 3_600_000
    expect(readOptions({ ...base(), giveUp: "4h" })).toMatchObject({
      success: { retry: { giveUp: 4 * hour, refusedGiveUp: 4 * hour } }
    })
    expect(readOptions({ ...base(), refusedGiveUp: "1h" })).toMatchObject({
      success: { retry: { giveUp: 24 * hour, refusedGiveUp: hour } }
    })
  })

  it("name the signing domain as mail does, in A-labels", () => {
    expect(readOptions({ ...base(), signingDomain: "B\u00dcCHER.example" })).toMatchObject({
      success: { signingDomain: "xn--bcher-kva.example" }
    })
  })
})

describe("the secret", () => {
  it.each([
    "too short",
    "",
    ",",
    randomBytes(31).toString("base64"),
    randomBytes(33).toString("base64"),
    `${randomBytes(32).toString("base64")},hunter2`
  ])("is refused if it isn't 32 bytes in base64, and not repeated: %j", async (text) => {
    const error = await rejection(open({ secret: text }))
    expect(error).toBeInstanceOf(InvalidSecret)
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain("hunter2")
  })

  it("need not be given on SQLite, and once given opens what it has sealed when everything is opened again", async () => {
    for (const given of [undefined, secret()]) {
      const filename = await file()
      const first = await open({ secret: given }, filename)
      await first.domains.add({ domain: "shop.example" })
      await first.close()
      const second = await open({ secret: given }, filename)
      expect(await second.domains.get("shop.example")).toMatchObject({ domain: "shop.example" })
      await second.close()
    }
  })
})
