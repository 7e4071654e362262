import { beforeEach, describe, expect, it } from "@effect/vitest"
import type { DnsRecord, DomainSummary } from "@telemark/core"
import { type DnsPeer, startDnsPeer } from "@telemark/testing"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { call } from "./support/call.js"
import { temporaryDirectory } from "./support/telemark.js"

let dns: DnsPeer
let environment: Readonly<Record<string, string>> = {}

const domains = (...args: ReadonlyArray<string>) => call(["domains", ...args], environment)

/** Calls a command with `--json`; what it prints must be one document. */
const json = async (...args: ReadonlyArray<string>) => {
  const { code, stdout } = await domains(...args, "--json")
  return { code, document: JSON.parse(stdout) as Record<string, unknown> }
}

const recordsOf = (document: Record<string, unknown>) =>
  document["dns_records"] as ReadonlyArray<DnsRecord>

const publish = (records: ReadonlyArray<DnsRecord>) => {
  for (const { host, value } of records) dns.set(host, "TXT", [value])
}

const listed = async () => {
  const { document } = await json("list")
  const [first] = document["domains"] as ReadonlyArray<DomainSummary>
  return first ?? expect.fail("there is no domain")
}

const added = async (name = "fjord.example", ...args: ReadonlyArray<string>) =>
  recordsOf((await json("add", name, ...args)).document)

beforeEach(async () => {
  dns = await startDnsPeer({
    zone: {
      "fjord.example": { A: ["192.0.2.25"], MX: [{ priority: 10, exchange: "mx.fjord.example" }] },
      "mx.fjord.example": { A: ["192.0.2.26"] }
    }
  })
  onTestFinished(() => dns.close())
  environment = {
    TELEMARK_DATABASE_URL: `sqlite:${join(temporaryDirectory(), "mail.db")}`,
    TELEMARK_PORT: "0",
    TELEMARK_DNS_SERVERS: dns.address
  }
  await call(["tenants", "create", "default"], environment)
})

describe("telemark domains", () => {
  it("prints the records to publish so that each value can be copied whole, and asks DNS nothing", async () => {
    const { code, stderr, stdout } = await domains("add", "Fjord.Example")
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^TXT fjord\.example\nv=spf1 a mx ~all\n\nTXT tm\w{8}\._domainkey\.fjord\.example\nv=DKIM1; k=rsa; p=[A-Za-z0-9+/=]{392}\n\nTXT _dmarc\.fjord\.example\nv=DMARC1; p=none;\n$/
    )
    expect(stderr).toContain("then run `telemark domains verify fjord.example`; otherwise")
    expect(dns.queries).toEqual([])
  })

  it("returns the records that the settings define", async () => {
    environment = {
      ...environment,
      TELEMARK_SPF: "include:_spf.relay.example",
      TELEMARK_DKIM_ED25519: "on"
    }
    const values = (await added()).map(({ value }) => value)
    expect(values).toEqual([
      "v=spf1 include:_spf.relay.example ~all",
      expect.stringMatching(/k=rsa/) as unknown,
      "v=DMARC1; p=none;",
      expect.stringMatching(/k=ed25519/) as unknown
    ])
  })

  it("verifies a domain once its records are published, and says till then what is missing", async () => {
    const [spf, ...others] = await added()
    publish(others)
    const missing = await domains("verify", "fjord.example")
    expect(missing.code).toBe(1)
    expect(missing.stdout).toMatch(
      /^SPF +missing +\S.*\nDKIM +ok +\S.*\nDMARC +ok +\S.*\n\nTXT fjord\.example\nv=spf1 a mx ~all\n\nfjord\.example is not ready to send\.\n$/
    )
    expect(missing.stderr).toContain("Publish what is missing")
    expect(await json("list")).toMatchObject({
      code: 0,
      document: { domains: [{ domain: "fjord.example", spf_verified: false, dkim_verified: true }] }
    })

    publish(spf === undefined ? [] : [spf])
    const ready = await domains("verify", "fjord.example")
    expect(ready.code).toBe(0)
    expect(ready.stdout).toMatch(
      /^SPF +pass .*\nDKIM +ok .*\nDMARC +ok .*\n\nfjord\.example is ready to send\.\n$/
    )
    expect((await domains("list")).stdout).toMatch(
      /^DOMAIN +STATE +SPF +DKIM +DMARC +ADDED\nfjord\.example +ready +verified +verified +verified +\d{4}-.*Z\n$/
    )
    expect(await json("verify", "fjord.example")).toMatchObject({
      code: 0,
      document: { ready_to_send: true, verification: { spf: { status: "pass" } } }
    })
  })

  it("takes the sending addresses from the settings", async () => {
    publish(await added())
    environment = { ...environment, TELEMARK_SENDING_IPS: "192.0.2.99" }
    expect(await json("verify", "fjord.example")).toMatchObject({
      code: 1,
      document: { verification: { spf: { status: "not_authorized" } } }
    })
    environment = { ...environment, TELEMARK_SENDING_IPS: "192.0.2.25,192.0.2.26" }
    expect(await json("verify", "fjord.example")).toMatchObject({
      code: 0,
      document: { verification: { spf: { status: "pass" } } }
    })
  })

  it("shows the record to publish instead of one that is there, and lets no record move the terminal's cursor", async () => {
    publish(await added())
    dns.set("fjord.example", "TXT", ["v=spf1 include:_spf.other.example -all"])
    dns.set("_spf.other.example", "TXT", ["v=spf1 ip4:198.51.100.1 -all"])
    const { stdout } = await domains("verify", "fjord.example")
    expect(stdout).toContain("\n\nTXT fjord.example\nv=spf1 include:_spf.other.example a mx -all\n")
    dns.set("fjord.example", "TXT", ["v=spf1 \u001b[2Jinclude:\u0007evil.example -all"])
    dns.set("_dmarc.fjord.example", "TXT", ["v=DMARC1; p=\u001b[2J"])
    expect((await domains("verify", "fjord.example")).stdout).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f]/
    )
  })

  it("doesn't ask for records where DNS gave no answer", async () => {
    publish(await added())
    dns.fail("servfail")
    const { code, stdout } = await domains("verify", "fjord.example")
    expect(code).toBe(1)
    expect(stdout).toMatch(/^SPF +temperror .*\nDKIM +temperror .*\nDMARC +temperror .*\n/)
    expect(stdout).not.toContain("TXT ")
  })

  it("rotates the key: the new one is shown and marked, and the present one stays until its record is seen", async () => {
    const before = await added()
    publish(before)
    await domains("verify", "fjord.example")
    const { code, stdout } = await domains("rotate-dkim", "fjord.example")
    expect(code).toBe(0)
    const heads = stdout.split("\n").filter((line) => line.startsWith("TXT "))
    expect(heads.filter((line) => !line.endsWith(" (new)")).toSorted()).toEqual(
      before.map(({ host }) => `TXT ${host}`).toSorted()
    )
    expect(heads.filter((line) => line.endsWith(" (new)"))).toEqual([
      expect.stringMatching(/^TXT tm\w{8}\._domainkey\.fjord\.example \(new\)$/)
    ])
    const waiting = await domains("verify", "fjord.example")
    expect(waiting).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^DKIM tm\w{8} +missing /m) as unknown
    })
    publish((await listed()).dns_records)
    const switched = await domains("verify", "fjord.example")
    expect(switched.stdout).toMatch(
      /^DKIM tm\w{8} +retired +This key no longer signs\. You may remove its record from DNS after \d{4}-.*Z\.$/m
    )
    expect((await domains("rotate-dkim", "fjord.example")).stdout).toMatch(
      /^TXT tm\w{8}\._domainkey\.fjord\.example \(may be removed after \d{4}-.*Z\)$/m
    )
    expect(before.map(({ host }) => host)).not.toContain(
      `${(await listed()).dkim_selector}._domainkey.fjord.example`
    )
  })

  it("removes a domain with its keys once that is confirmed", async () => {
    await added()
    expect(await json("remove", "fjord.example")).toMatchObject({
      code: 1,
      document: { error: "not_confirmed", message: expect.stringContaining("--yes") as unknown }
    })
    expect(await listed()).toMatchObject({ domain: "fjord.example" })
    expect(await json("remove", "fjord.example", "--yes")).toEqual({
      code: 0,
      document: { success: true }
    })
    expect(await json("list")).toEqual({ code: 0, document: { domains: [] } })
    expect((await domains("list")).stdout).toBe("DOMAIN  STATE  SPF  DKIM  DMARC  ADDED\n")
  })

  it.each([["verify"], ["rotate-dkim"], ["remove"]])(
    "says with %s that there is no such domain",
    async (command) => {
      for (const name of ["nowhere.example", "not a domain"]) {
        const { code, document } = await json(command, name)
        expect({ code, document }).toMatchObject({
          code: 1,
          document: {
            error: "not_found",
            message: expect.stringContaining("`telemark domains list`") as unknown
          }
        })
      }
    }
  )

  it.each([["localhost"], ["192.0.2.1"], ["ada@example.com"]])(
    "refuses to add %s",
    async (name) => {
      const { code, stderr } = await domains("add", name)
      expect(code).toBe(1)
      expect(stderr).toMatch(/^telemark: .*domain must be a domain name/)
    }
  )

  it("isolates tenants, and lets only one own a domain", async () => {
    await call(["tenants", "create", "acme"], environment)
    publish(await added())
    const other = await added("fjord.example", "--tenant", "acme")
    expect(await json("add", "fjord.example")).toMatchObject({
      code: 1,
      document: { error: "domain_exists" }
    })
    await domains("verify", "fjord.example")
    publish(other)
    expect(await json("verify", "fjord.example", "--tenant", "acme")).toMatchObject({
      code: 1,
      document: { error: "domain_exists" }
    })
    expect(await json("list", "--tenant", "nobody")).toMatchObject({
      code: 1,
      document: { error: "not_found" }
    })
  })

  it("says in the help how the commands are called", async () => {
    expect((await domains("verify", "--help")).stdout).toContain(
      "$ telemark domains verify [--tenant text] [--json] <domain>"
    )
    expect((await call(["secrets", "rotate", "--help"])).stdout).toContain(
      "$ telemark secrets rotate [--json]"
    )
  })
})
