import { beforeEach, describe, expect, it } from "@effect/vitest"
import {
  closedPort,
  cut,
  type PeerRule,
  say,
  type SmtpPeerOptions,
  startDnsPeer,
  startSmtpPeer
} from "@telemark/testing"
import { onTestFinished } from "vitest"
import { join } from "node:path"
import type { Finding } from "../src/doctor/Finding.js"
import { judgeShortName, sourceOf } from "../src/doctor/mail.js"
import { call } from "./support/call.js"
import { said } from "./support/said.js"
import { temporaryDirectory } from "./support/telemark.js"

let environment: Readonly<Record<string, string>> = {}

beforeEach(() => {
  environment = {
    TELEMARK_DATABASE_URL: `sqlite:${join(temporaryDirectory(), "mail.db")}`,
    TELEMARK_PORT: "0"
  }
})

/** What the doctor finds of one kind, as it is printed. */
const findings = async (
  check: string,
  settings: Readonly<Record<string, string>> = {}
): Promise<ReadonlyArray<string>> => {
  const { stderr, stdout } = await call(["doctor", "--json"], { ...environment, ...settings })
  const { checks } = JSON.parse(stdout) as { readonly checks: ReadonlyArray<Finding> }
  expect(stdout + stderr).not.toMatch(/s3cret|wr0ng/)
  return checks.filter((finding) => finding.check === check).map(said)
}

const dnsPeer = async () => {
  const peer = await startDnsPeer()
  onTestFinished(() => peer.close())
  return peer
}

describe("the doctor about DNS", () => {
  it("asks each of the servers that were named, and says how long they take", async () => {
    const peers = await Promise.all([dnsPeer(), dnsPeer()])
    const [found] = await findings("dns", {
      TELEMARK_DNS_SERVERS: peers.map(({ address }) => address).join(",")
    })
    expect(found).toMatch(/^ok: All of TELEMARK_DNS_SERVERS answer, in \d+ ms or less\.$/)
    expect(peers.map(({ queries }) => queries.map(({ name }) => name))).toEqual([
      ["example.com"],
      ["example.com"]
    ])
  })

  it("names one that doesn't answer beside one that does", async () => {
    const [fine, broken] = await Promise.all([dnsPeer(), dnsPeer()])
    broken.fail("servfail")
    const [found] = await findings("dns", {
      TELEMARK_DNS_SERVERS: `${fine.address},${broken.address}`
    })
    expect(found).toBe(
      `warn: Of TELEMARK_DNS_SERVERS these don't answer: ${broken.address} (servfail). Each look-up that tries them first is delayed.`
    )
  })

  it("fails where none answers", async () => {
    const refusing = await dnsPeer()
    refusing.fail("refused")
    const address = `127.0.0.1:${String(await closedPort())}`
    const [found] = await findings("dns", {
      TELEMARK_DNS_SERVERS: `${refusing.address},${address}`
    })
    expect(found).toMatch(
      /^fail: None of TELEMARK_DNS_SERVERS answers: \S+ \(refused\), \S+ \(\w+\)\. Domains can't be verified/
    )
  })

  it("only warns where the system's servers don't answer: a machine without a network may want none", async () => {
    expect(await findings("dns")).toEqual([
      expect.stringMatching(
        /^(ok: The system's DNS servers answer, in \d+ ms\.|warn: .*set TELEMARK_DNS_SERVERS\.)$/
      ) as unknown
    ])
  })
})

describe("the doctor about the domain of TELEMARK_FROM", () => {
  const relay = async (): Promise<Readonly<Record<string, string>>> => {
    const peer = await startSmtpPeer()
    onTestFinished(() => peer.close())
    return { TELEMARK_SMTP_URL: peer.url, TELEMARK_FROM: "Fjord <mail@Fjord.Example>" }
  }

  it("warns that its mail leaves unsigned until a tenant here has verified it", async () => {
    const dns = await dnsPeer()
    dns.set("fjord.example", "A", ["192.0.2.25"])
    environment = { ...environment, TELEMARK_DNS_SERVERS: dns.address }
    const settings = await relay()
    await call(["tenants", "create", "default"], environment)
    const warned = expect.stringMatching(
      /^warn: No tenant here has verified fjord\.example, .* is sent unsigned\. .*`telemark domains add fjord\.example`/
    ) as unknown
    expect(await findings("sender", settings)).toEqual([warned])
    const { stdout } = await call(["domains", "add", "fjord.example", "--json"], environment)
    expect(await findings("sender", settings)).toEqual([warned])
    const { dns_records } = JSON.parse(stdout) as {
      readonly dns_records: ReadonlyArray<{ readonly host: string; readonly value: string }>
    }
    for (const { host, value } of dns_records) dns.set(host, "TXT", [value])
    await call(["domains", "verify", "fjord.example"], environment)
    expect(await findings("sender", settings)).toEqual([
      "ok: fjord.example, the domain of TELEMARK_FROM, is verified, and its mail is signed."
    ])
  })

  it("doesn't say that it is unsigned where another domain may sign it", async () => {
    await call(["tenants", "create", "default"], environment)
    expect(
      await findings("sender", { ...(await relay()), TELEMARK_SIGNING_DOMAIN: "mail.example" })
    ).toEqual([expect.stringContaining("so its mail isn't signed by its own domain.") as unknown])
  })

  it("says nothing where mail is captured or there is no such sender", async () => {
    await call(["tenants", "create", "default"], environment)
    expect(await findings("sender", { TELEMARK_FROM: "mail@fjord.example" })).toEqual([])
    expect(await findings("sender", { ...(await relay()), TELEMARK_FROM: "" })).toEqual([])
  })
})

describe("the doctor about the return paths' host", () => {
  const host = "bounce.fjord.example"

  it("evaluates its SPF record for the addresses that send", async () => {
    const dns = await dnsPeer()
    const peer = await startSmtpPeer()
    onTestFinished(() => peer.close())
    const found = (changes = {}) =>
      findings("return_path", {
        TELEMARK_DNS_SERVERS: dns.address,
        TELEMARK_SMTP_URL: peer.url,
        TELEMARK_RETURN_PATH_HOST: "Bounce.Fjord.example",
        TELEMARK_SPF: "ip4:192.0.2.25",
        TELEMARK_SENDING_IPS: "192.0.2.25",
        ...changes
      })
    expect(await found()).toEqual([
      expect.stringMatching(
        /^warn: Mail through the relay fails SPF .* at bounce\.fjord\.example\. There is no SPF record\. .* Publish: v=spf1 ip4:192\.0\.2\.25 ~all$/
      ) as unknown
    ])
    dns.set(host, "TXT", ["v=spf1 ip4:198.51.100.1 -all"])
    expect(await found()).toEqual([
      expect.stringMatching(
        /^warn: Mail through the relay fails SPF .* Publish: v=spf1 ip4:198\.51\.100\.1 ip4:192\.0\.2\.25 -all$/
      ) as unknown
    ])
    dns.set(host, "TXT", ["v=spf1 ip4:192.0.2.0/24 -all"])
    expect(await found()).toEqual([
      `ok: The SPF record of ${host}, where the relay's mail has its return paths, lets this service send.`
    ])
    expect(await found({ TELEMARK_RETURN_PATH_HOST: "" })).toEqual([])
    expect(await found({ TELEMARK_TRANSPORT: "capture" })).toEqual([])
    dns.fail("servfail")
    expect(await found()).toEqual([
      expect.stringMatching(
        /^warn: The SPF record of bounce\.fjord\.example, .* could not be checked\. /
      ) as unknown
    ])
  })
})

describe("the doctor about the tracking host", () => {
  it("says whether it has an address, and that it needs a public URL", async () => {
    const dns = await dnsPeer()
    const found = (changes = {}) =>
      findings("tracking", {
        TELEMARK_DNS_SERVERS: dns.address,
        TELEMARK_PUBLIC_URL: "https://mail.fjord.example",
        TELEMARK_TRACKING_HOST: "Track.Fjord.example",
        ...changes
      })
    expect(await found()).toEqual([
      expect.stringMatching(/^warn: track\.fjord\.example has no address/) as unknown
    ])
    dns.set("track.fjord.example", "A", ["192.0.2.9"])
    expect(await found()).toEqual([
      expect.stringMatching(/^ok: track\.fjord\.example, .* has an address/) as unknown
    ])
    expect(await found({ TELEMARK_PUBLIC_URL: "" })).toEqual([
      expect.stringMatching(
        /^warn: TELEMARK_TRACKING_HOST has no effect without TELEMARK_PUBLIC_URL/
      ) as unknown
    ])
    expect(await found({ TELEMARK_TRACKING_HOST: "" })).toEqual([])
    dns.fail("servfail")
    expect(await found()).toEqual([
      expect.stringMatching(/^warn: track\.fjord\.example, .* could not be looked up/) as unknown
    ])
  })
})

describe("the doctor about the name in EHLO", () => {
  const ehlo = (settings: Readonly<Record<string, string>>) => findings("ehlo", settings)

  it("says whether the one that was chosen resolves", async () => {
    const dns = await dnsPeer()
    dns.set("mail.fjord.example", "A", ["192.0.2.25"])
    dns.set("six.fjord.example", "AAAA", ["2001:db8::25"])
    const found = (name: string) =>
      ehlo({ TELEMARK_DNS_SERVERS: dns.address, TELEMARK_EHLO_NAME: name })
    expect(await found("mail.fjord.example")).toEqual([
      "ok: TELEMARK_EHLO_NAME is mail.fjord.example, which resolves."
    ])
    expect(await found("six.fjord.example")).toEqual([
      "ok: TELEMARK_EHLO_NAME is six.fjord.example, which resolves."
    ])
    expect(await found("nowhere.fjord.example")).toEqual([
      expect.stringMatching(
        /^warn: .* nowhere\.fjord\.example, which does not resolve\. .*Gmail/
      ) as unknown
    ])
    dns.fail("servfail")
    expect(await found("mail.fjord.example")).toEqual([
      expect.stringMatching(/^warn: .*DNS doesn't answer \(servfail\)\.$/) as unknown
    ])
  })

  it.each([
    ["web-1", "not fully qualified"],
    ["web.internal", "not fully qualified"],
    ["[192.0.2.25]", "an address instead of a name"]
  ])("says that %s is %s, without a query", async (name, words) => {
    const dns = await dnsPeer()
    const found = await ehlo({ TELEMARK_DNS_SERVERS: dns.address, TELEMARK_EHLO_NAME: name })
    expect(found).toEqual([expect.stringContaining(words) as unknown])
    expect(found[0]).toMatch(/^warn: .*Set TELEMARK_EHLO_NAME to a full host name/)
    expect(dns.queries.some((query) => query.name === name)).toBe(false)
  })

  it("says which name replaces a machine's that isn't fully qualified", () => {
    expect(judgeShortName("web-1", "fjord.example")).toMatchObject({
      status: "warn",
      message: expect.stringContaining("fjord.example, the domain of TELEMARK_FROM.") as unknown
    })
    expect(judgeShortName("web-1", undefined).message).toContain(
      "the domain of the sender whose mail opens the connection"
    )
    expect(sourceOf({ ehloName: undefined }, undefined)).toBeUndefined()
    expect(sourceOf({ ehloName: undefined }, "web-1.fjord.example")?.name).toBe(
      "web-1.fjord.example"
    )
    expect(sourceOf({ ehloName: "mail.fjord.example" }, "web-1.fjord.example")?.name).toBe(
      "mail.fjord.example"
    )
  })

  it("says nothing if no mail server gets a name", async () => {
    expect(await ehlo({})).toEqual([])
  })

  it("gives the relay under test the name that mail has, too", async () => {
    const peer = await startSmtpPeer()
    onTestFinished(() => peer.close())
    await ehlo({ TELEMARK_SMTP_URL: peer.url, TELEMARK_EHLO_NAME: "web-1" })
    expect(peer.commands[0]).toBe("EHLO web-1")
  })
})

describe("the doctor about the relay", () => {
  const relay = async (options: SmtpPeerOptions = {}) => {
    const peer = await startSmtpPeer(options)
    onTestFinished(() => peer.close())
    return peer
  }
  const login = { user: "ada", password: "s3cret" }
  const urlOf = (port: number, user = "ada", password = "s3cret") =>
    `smtp://${user}:${password}@127.0.0.1:${String(port)}?tls=none`
  const mail = (url: string) =>
    findings("mail", { TELEMARK_SMTP_URL: url, TELEMARK_FROM: "mail@fjord.example" })

  it("logs in, and sends nothing", async () => {
    const peer = await relay({ login })
    expect(await mail(urlOf(peer.port))).toEqual([
      "ok: The relay of TELEMARK_SMTP_URL accepts the login."
    ])
    expect(peer.mails).toEqual([])
    expect(await mail((await relay()).url)).toEqual(["ok: The relay of TELEMARK_SMTP_URL answers."])
  })

  it("says that a wrong login is refused", async () => {
    const peer = await relay({ login })
    expect(await mail(urlOf(peer.port, "ada", "wr0ng"))).toEqual([
      expect.stringMatching(
        /^fail: The relay of TELEMARK_SMTP_URL can't be used \(auth\)\. .*user name and the password/
      ) as unknown
    ])
  })

  it.each<readonly [string, string, ReadonlyArray<PeerRule>]>([
    ["hangs up on us", "greeting", [cut("greeting", "fin")]],
    ["offers no login", "auth", []]
  ])("says where it failed with one that %s", async (_, stage, rules) => {
    const peer = await relay({ rules })
    expect(await mail(urlOf(peer.port))).toEqual([
      expect.stringContaining(
        `fail: The relay of TELEMARK_SMTP_URL can't be used (${stage}).`
      ) as unknown
    ])
  })

  it("distinguishes a login that is required but not offered from one that is refused", async () => {
    const peer = await relay()
    expect(await mail(urlOf(peer.port))).toEqual([
      expect.stringContaining(
        "The server offers no AUTH here that takes a user name and a password"
      ) as unknown
    ])
  })

  it("warns that mail is sent in clear if TLS is offered and can't be set up", async () => {
    const peer = await relay({ tls: {}, rules: [say("starttls", "454 4.7.0 TLS not available")] })
    expect(await mail(peer.url)).toEqual([
      expect.stringMatching(
        /^warn: The relay of TELEMARK_SMTP_URL answers\. .*so mail goes there in clear\./
      ) as unknown
    ])
    expect(await mail(`${peer.url}?tls=required`)).toEqual([
      expect.stringContaining("(tls)") as unknown
    ])
  })

  it("says that nothing answers, and that TLS is missing", async () => {
    expect(await mail(urlOf(await closedPort()))).toEqual([
      expect.stringContaining("(connect)") as unknown
    ])
    const peer = await relay({ login })
    expect(await mail(urlOf(peer.port).replace("?tls=none", ""))).toEqual([
      expect.stringContaining("(tls)") as unknown
    ])
  })

  it("says correctly what happens to captured mail", async () => {
    expect(await findings("mail")).toEqual([
      expect.stringMatching(
        /^ok: Mail is captured: .* Mail of tenants with their own SMTP server goes through that server; TELEMARK_TRANSPORT=capture/
      ) as unknown
    ])
    expect(await findings("mail", { TELEMARK_TRANSPORT: "capture" })).toEqual([
      "ok: Mail is captured: it is kept in the inbox, and no mail leaves this machine."
    ])
  })
})

describe("the doctor about domains", () => {
  it("says nothing where there are none, counts those that aren't ready, and looks for the signing domain", async () => {
    const dns = await dnsPeer()
    const settings = { TELEMARK_DNS_SERVERS: dns.address, TELEMARK_SIGNING_DOMAIN: "fjord.example" }
    environment = { ...environment, ...settings }
    await call(["tenants", "create", "default"], environment)
    expect(await findings("domains")).toEqual([])
    expect(await findings("signing")).toEqual([
      expect.stringMatching(/^fail: No tenant here has verified fjord\.example/) as unknown
    ])
    for (const name of ["fjord.example", "other.example"]) {
      dns.set(name, "A", ["192.0.2.25"])
      dns.set(name, "MX", [{ priority: 1, exchange: name }])
      await call(["domains", "add", name], environment)
    }
    expect(await findings("domains")).toEqual([
      expect.stringMatching(/^warn: Of 2 domains 2 aren't ready to send\./) as unknown
    ])
    const { stdout } = await call(["domains", "list", "--json"], environment)
    const { domains } = JSON.parse(stdout) as {
      readonly domains: ReadonlyArray<{
        readonly dns_records: ReadonlyArray<{ readonly host: string; readonly value: string }>
      }>
    }
    for (const { host, value } of domains.flatMap(({ dns_records }) => dns_records))
      dns.set(host, "TXT", [value])
    await call(["domains", "verify", "fjord.example"], environment)
    expect(await findings("domains")).toEqual([
      expect.stringMatching(/^warn: Of 2 domains 1 isn't ready to send\./) as unknown
    ])
    expect(await findings("signing")).toEqual([
      "ok: TELEMARK_SIGNING_DOMAIN is verified: fjord.example signs mail that no other domain signs."
    ])
    await call(["domains", "verify", "other.example"], environment)
    expect(await findings("domains")).toEqual(["ok: 2 domains, ready to send."])
  })
})
