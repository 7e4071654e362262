import { describe, expect, it } from "@effect/vitest"
import { Effect, Redacted, Result } from "effect"
import { randomBytes } from "node:crypto"
import { inspect } from "node:util"
import { readSettings } from "../src/settings/Settings.js"
import { withEnvironment } from "./support/withEnvironment.js"

const read = (environment: Readonly<Record<string, string>>) =>
  Effect.runPromise(Effect.result(withEnvironment(readSettings, environment)))

const key = (): string => randomBytes(32).toString("base64")

describe("the setting of the secret", () => {
  it("takes one key or several, and shows none of them", async () => {
    const [first, second] = [key(), key()]
    for (const text of [first, `${first},${second}`, ` ${first} , ${second} `]) {
      const settings = Result.getOrThrow(await read({ TELEMARK_SECRET: text }))
      expect(settings.secret && Redacted.value(settings.secret)).toBe(text.trim())
      expect(inspect(settings, { depth: 9 }) + JSON.stringify(settings)).not.toContain(first)
    }
  })

  it.each([
    ["hunter2"],
    [Buffer.alloc(31, 1).toString("base64")],
    [Buffer.alloc(33, 1).toString("base64")],
    [`${Buffer.alloc(32, 1).toString("base64")},hunter2`],
    [`${Buffer.alloc(32, 1).toString("base64")},`],
    [Buffer.alloc(32, 1).toString("hex")]
  ])("refuses %s, says how to make one, and repeats nothing of it", async (text) => {
    const { message } = Result.getOrThrow(Result.flip(await read({ TELEMARK_SECRET: text })))
    expect(message).toContain(
      "TELEMARK_SECRET takes 32 random bytes in base64, such as those of `openssl rand -base64 32`"
    )
    for (const part of text.split(",").filter((each) => each !== ""))
      expect(message).not.toContain(part)
  })
})

describe("settings of domains and networks", () => {
  it.each([
    ["TELEMARK_SENDER_POLICY", "Verified", { senderPolicy: "verified" }],
    ["TELEMARK_SIGNING_DOMAIN", "Mail.Example.COM", { signingDomain: "mail.example.com" }],
    ["TELEMARK_SIGNING_DOMAIN", "bücher.example", { signingDomain: "xn--bcher-kva.example" }],
    ["TELEMARK_DKIM_ED25519", "on", { dkimEd25519: true }],
    ["TELEMARK_DKIM_ED25519", "off", { dkimEd25519: false }],
    ["TELEMARK_SPF", "include:_spf.example.com", { spf: "include:_spf.example.com" }],
    [
      "TELEMARK_SPF",
      "  a:mail.example.com/28//64 \t mx  ip4:192.0.2.0/24 ip6:2001:db8::/32 ",
      {
        spf: "a:mail.example.com/28//64 mx ip4:192.0.2.0/24 ip6:2001:db8::/32"
      }
    ],
    ["TELEMARK_SPF", "exists:%{ir}._spf.example.com", { spf: "exists:%{ir}._spf.example.com" }],
    [
      "TELEMARK_SENDING_IPS",
      "192.0.2.25, 2001:db8::25",
      { sendingIps: ["192.0.2.25", "2001:db8::25"] }
    ],
    [
      "TELEMARK_DNS_SERVERS",
      "192.0.2.53,[2001:db8::53]:5353",
      { dnsServers: ["192.0.2.53", "[2001:db8::53]:5353"] }
    ],
    [
      "TELEMARK_ALLOW_NETWORKS",
      "10.1.0.0/16, fd00::/8,127.0.0.1",
      { allowNetworks: ["10.1.0.0/16", "fd00::/8", "127.0.0.1/32"] }
    ]
  ])("%s=%s is understood", async (name, text, expected) => {
    expect(Result.getOrThrow(await read({ [name]: text }))).toMatchObject(expected)
  })

  it.each([
    ["TELEMARK_SENDER_POLICY", "none", "takes any or verified"],
    ["TELEMARK_SIGNING_DOMAIN", "localhost", "takes a domain"],
    ["TELEMARK_SIGNING_DOMAIN", "192.0.2.1", "takes a domain"],
    ["TELEMARK_DKIM_ED25519", "yes", "takes off or on"],
    ["TELEMARK_SENDING_IPS", "192.0.2.0/24", "names a network"],
    ["TELEMARK_SENDING_IPS", "mail.example.com", "takes IP addresses"],
    ["TELEMARK_SENDING_IPS", "192.0.2.1,,192.0.2.2", "takes IP addresses"],
    ["TELEMARK_SENDING_IPS", "fe80::1%eth0", "takes IP addresses"],
    ["TELEMARK_DNS_SERVERS", "dns.example.com", "isn't an IP address (entry 1)"],
    ["TELEMARK_DNS_SERVERS", "192.0.2.53,192.0.2.54:99999", "has a port that isn't"],
    ["TELEMARK_DNS_SERVERS", ",", "takes IP addresses of DNS servers"],
    ["TELEMARK_ALLOW_NETWORKS", "10.1.2.3/16", "has bits set after its prefix"],
    ["TELEMARK_ALLOW_NETWORKS", "intranet", "is neither a network nor an IP address"],
    ["TELEMARK_ALLOW_NETWORKS", ", ,", "takes networks separated by commas"]
  ])("%s=%s is refused", async (name, text, problem) => {
    const { problems } = Result.getOrThrow(Result.flip(await read({ [name]: text })))
    expect(problems).toEqual([{ name, problem: expect.stringContaining(problem) as unknown }])
  })

  it.each([
    ["v=spf1 a mx", "begins with a version"],
    ["v=spf1", "begins with a version"],
    ["a mx ~all", "ends with all"],
    ["all", "ends with all"],
    ["a +ALL", "ends with all"],
    ["-a", "has a qualifier"],
    ["+a", "has a qualifier"],
    ["a ?mx", "has a qualifier"],
    ["redirect=_spf.example.com", "has a modifier"],
    ["a exp=explain.example.com", "has a modifier"],
    ["ptr", "has ptr"],
    ["a ptr:example.com", "has ptr"],
    ["include", "isn't a mechanism"],
    ["include:example", "isn't a mechanism"],
    ["include:_spf.example.com/24", "isn't a mechanism"],
    ["a:mail..example.com", "isn't a mechanism"],
    ["a/33", "isn't a mechanism"],
    ["a//129", "isn't a mechanism"],
    ["mx:mail.example.com, a", "isn't a mechanism"],
    ["ip4:192.0.2.0/33", "isn't a mechanism"],
    ["ip4:2001:db8::1", "isn't a mechanism"],
    ["ip6:192.0.2.1", "isn't a mechanism"],
    ["ip4:192.0.2.300", "isn't a mechanism"],
    ["192.0.2.1", "isn't a mechanism"],
    ["_spf.example.com", "isn't a mechanism"],
    ["a\nmx", "isn't a mechanism"],
    ['"a mx"', "isn't a mechanism"],
    [
      Array.from({ length: 11 }, (_, index) => `include:s${String(index)}.example.com`).join(" "),
      "more DNS look-ups than the 10"
    ]
  ])("TELEMARK_SPF=%j is refused in clear words, which don't repeat it", async (text, problem) => {
    const { message, problems } = Result.getOrThrow(Result.flip(await read({ TELEMARK_SPF: text })))
    expect(problems).toEqual([
      { name: "TELEMARK_SPF", problem: expect.stringContaining(problem) as unknown }
    ])
    expect(message).toContain(
      "; it takes SPF mechanisms separated by spaces, such as include:_spf.example.com or ip4:192.0.2.0/24."
    )
    expect(message).not.toContain("explain.example.com")
  })
})
