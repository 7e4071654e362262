import { type DnsPeer, startDnsPeer } from "@telemark/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { publish } from "./support/publish.js"
import { hostsOfRun, instant, type Service, startService } from "./support/service.js"

const missing = [404, { error: "not_found", message: expect.any(String) }]
const exists = [409, { error: "domain_exists", message: expect.any(String) }]
const outcome = ({ json, status }: { readonly status: number; readonly json: unknown }) => [
  status,
  json
]

describe.each(hostsOfRun)("domains behind %s", (host) => {
  let service: Service
  let dns: DnsPeer
  let domains = 0
  beforeAll(async () => {
    dns = await startDnsPeer()
    service = await startService({
      host,
      dnsServers: [dns.address],
      spf: "ip4:192.0.2.0/24",
      sendingIps: ["192.0.2.25"]
    })
  })
  afterAll(async () => {
    await service.close()
    await dns.close()
  })

  const account = async () => {
    const {
      key: { key }
    } = await service.newAccount()
    const call = (method: string, path: string, json?: unknown) =>
      service.call(method, path, { key, ...(json === undefined ? {} : { json }) })
    const add = (domain: string) => call("POST", "/v1/domains", { domain })
    const verify = (domain: string) => call("POST", `/v1/domains/${domain}/verify`)
    return { key, call, add, verify }
  }
  const newName = () => `d${String(++domains)}.example.com`

  it("answers a new domain with 201 and the records to publish", async () => {
    const { add } = await account()
    const domain = newName()
    const answer = await add(domain)
    expect(answer.status).toBe(201)
    expect(answer.json).toEqual({
      domain,
      dns_records: [
        { type: "TXT", host: domain, value: "v=spf1 ip4:192.0.2.0/24 ~all" },
        {
          type: "TXT",
          host: expect.stringMatching(new RegExp(`^tm[a-z2-7]{8}\\._domainkey\\.${domain}$`)),
          value: expect.stringMatching(/^v=DKIM1; k=rsa; p=[\w+/]{380,}=*$/)
        },
        { type: "TXT", host: `_dmarc.${domain}`, value: "v=DMARC1; p=none;" }
      ],
      message: expect.stringMatching(/./)
    })
    expect(answer.text).not.toMatch(/private/i)
  })

  it("lists domains newest first, with exactly their eight members", async () => {
    const { add, call } = await account()
    const [first, second] = [newName(), newName()]
    expect(outcome(await call("GET", "/v1/domains"))).toEqual([200, { domains: [] }])
    const { dns_records } = (await add(first)).json as {
      dns_records: ReadonlyArray<{ host: string }>
    }
    await add(second)
    const answer = await call("GET", "/v1/domains")
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      domains: [
        expect.objectContaining({ domain: second }),
        {
          domain: first,
          dkim_selector: dns_records[1]?.host.split(".")[0],
          spf_verified: false,
          dkim_verified: false,
          dmarc_verified: false,
          dns_records,
          verified_at: null,
          created_at: expect.stringMatching(instant)
        }
      ]
    })
    const [summary] = (answer.json as { domains: [object] }).domains
    expect(outcome(await call("GET", `/v1/domains/${second}`))).toEqual([
      200,
      { ...summary, verification: null, ready_to_send: false }
    ])
  })

  it("returns what was expected for each missing record, and verifies the domain once all are found", async () => {
    const { add, call, verify } = await account()
    const domain = newName()
    const added = await add(domain)
    const before = await verify(domain)
    expect(before.status).toBe(200)
    const {
      dns_records: [spf, dkim, dmarc]
    } = added.json as { dns_records: ReadonlyArray<{ host: string; value: string }> }
    const absent = {
      verified: false,
      status: "missing",
      found: null,
      message: expect.stringMatching(/./)
    }
    expect(before.json).toEqual({
      domain,
      verification: {
        spf: { ...absent, host: spf?.host, expected: spf?.value, lookups: 0, suggestion: null },
        dkim: {
          ...absent,
          host: dkim?.host,
          expected: dkim?.value,
          selector: dkim?.host.split(".")[0],
          testing: false
        },
        dmarc: {
          ...absent,
          host: dmarc?.host,
          expected: dmarc?.value,
          found_at: null,
          policy: null,
          inherited: false
        },
        dkim_others: [],
        dkim_retired: [],
        checked_at: expect.stringMatching(instant),
        warnings: []
      },
      ready_to_send: false
    })
    publish(dns, added.json)
    const after = await verify(domain)
    expect(after.json).toMatchObject({
      verification: {
        spf: { verified: true, status: "pass", found: spf?.value },
        dkim: { verified: true, status: "ok", found: dkim?.value },
        dmarc: {
          verified: true,
          status: "ok",
          found: dmarc?.value,
          found_at: domain,
          policy: "none",
          inherited: false
        }
      },
      ready_to_send: true
    })
    const seen = await call("GET", `/v1/domains/${domain}`)
    expect(seen.json).toMatchObject({
      spf_verified: true,
      dkim_verified: true,
      dmarc_verified: true,
      verified_at: expect.stringMatching(instant),
      ready_to_send: true,
      verification: (after.json as { verification: object }).verification
    })
  })

  it("takes no flag away because DNS fails, and says that it does", async () => {
    const { add, verify } = await account()
    const domain = newName()
    publish(dns, (await add(domain)).json)
    expect((await verify(domain)).json).toMatchObject({ ready_to_send: true })
    dns.fail("servfail")
    const answer = await verify(domain)
    dns.fail()
    expect(answer.json).toMatchObject({
      ready_to_send: true,
      verification: {
        spf: { status: "temperror" },
        dkim: { status: "temperror" },
        dmarc: { status: "temperror" }
      }
    })
  })

  it("gives a domain to the first tenant that verifies it, and reports to the others that it exists", async () => {
    const [one, two, three] = [await account(), await account(), await account()]
    const domain = newName()
    const first = await one.add(domain)
    const second = await two.add(domain)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(outcome(await one.add(domain))).toEqual(exists)
    publish(dns, first.json)
    publish(dns, second.json)
    expect((await one.verify(domain)).json).toMatchObject({ ready_to_send: true })
    expect(outcome(await two.verify(domain))).toEqual(exists)
    expect(outcome(await three.add(domain))).toEqual(exists)
    expect((await two.call("GET", `/v1/domains/${domain}`)).json).toMatchObject({
      ready_to_send: false
    })
    expect((await one.call("GET", `/v1/domains/${domain}`)).json).toMatchObject({
      ready_to_send: true
    })
  })

  it("shows other tenants' domains as if they were missing, and changes nothing of them", async () => {
    const [one, two] = [await account(), await account()]
    const domain = newName()
    await one.add(domain)
    const before = (await one.call("GET", `/v1/domains/${domain}`)).json
    for (const name of [domain, newName()]) {
      for (const [method, path] of [
        ["GET", ""],
        ["POST", "/verify"],
        ["POST", "/rotate-dkim"],
        ["DELETE", ""]
      ] as const) {
        expect(outcome(await two.call(method, `/v1/domains/${name}${path}`))).toEqual(missing)
      }
    }
    expect((await two.call("GET", "/v1/domains")).json).toEqual({ domains: [] })
    expect((await one.call("GET", `/v1/domains/${domain}`)).json).toEqual(before)
  })

  it("rotates a key: the new record is returned next to the present one, and takes over once it is seen", async () => {
    const { add, call, verify } = await account()
    const domain = newName()
    const added = (await add(domain)).json as {
      dns_records: ReadonlyArray<{ host: string; value: string }>
    }
    publish(dns, added)
    await verify(domain)
    const selector = async () =>
      ((await call("GET", `/v1/domains/${domain}`)).json as { dkim_selector: string }).dkim_selector
    const before = await selector()
    const answer = await call("POST", `/v1/domains/${domain}/rotate-dkim`)
    expect(answer.status).toBe(200)
    const rotated = answer.json as typeof added
    expect(rotated).toMatchObject({
      domain,
      dns_records: expect.arrayContaining([...added.dns_records]),
      message: expect.stringMatching(/./)
    })
    expect(rotated.dns_records).toHaveLength(added.dns_records.length + 1)
    expect(await selector()).toBe(before)
    expect((await verify(domain)).json).toMatchObject({
      ready_to_send: true,
      verification: { dkim_others: [{ status: "missing" }] }
    })
    publish(dns, rotated)
    expect((await verify(domain)).json).toMatchObject({ ready_to_send: true })
    expect(rotated.dns_records.at(-1)?.host).toBe(`${await selector()}._domainkey.${domain}`)
    expect(await selector()).not.toBe(before)
    expect((await call("GET", `/v1/domains/${domain}`)).json).toMatchObject({
      dns_records: { length: rotated.dns_records.length },
      verification: {
        dkim_retired: [
          {
            selector: before,
            host: `${before}._domainkey.${domain}`,
            remove_after: expect.stringMatching(instant)
          }
        ]
      }
    })
  })

  it("removes a domain once; it can be added again, with another key", async () => {
    const { add, call } = await account()
    const domain = newName()
    const first = await add(domain)
    expect(outcome(await call("DELETE", `/v1/domains/${domain}`))).toEqual([200, { success: true }])
    expect(outcome(await call("DELETE", `/v1/domains/${domain}`))).toEqual(missing)
    expect(outcome(await call("GET", `/v1/domains/${domain}`))).toEqual(missing)
    const second = await add(domain)
    expect(second.status).toBe(201)
    expect(second.json).not.toEqual(first.json)
  })

  it("knows a domain by every spelling of its name", async () => {
    const { add, call } = await account()
    expect((await add("B\u00dcCHER.example")).json).toMatchObject({
      domain: "xn--bcher-kva.example"
    })
    expect(outcome(await add("xn--bcher-kva.EXAMPLE"))).toEqual(exists)
    for (const spelling of [
      "xn--bcher-kva.example",
      "XN--BCHER-KVA.Example",
      encodeURIComponent("b\u00fccher.example"),
      encodeURIComponent("B\u00dcCHER.EXAMPLE"),
      "xn--bcher-kva%2eexample"
    ]) {
      expect((await call("GET", `/v1/domains/${spelling}`)).json, spelling).toMatchObject({
        domain: "xn--bcher-kva.example"
      })
    }
    expect(
      outcome(await call("DELETE", `/v1/domains/${encodeURIComponent("b\u00fccher.example")}`))
    ).toEqual([200, { success: true }])
  })

  it.each([
    ["no domain at all", {}],
    ["one label", { domain: "localhost" }],
    ["an empty name", { domain: "" }],
    ["an IPv4 address", { domain: "192.0.2.1" }],
    ["an IPv4 address in hexadecimal", { domain: "0xc0.0x00" }],
    ["an IPv6 address", { domain: "[2001:db8::1]" }],
    ["a dot at its end", { domain: "example.com." }],
    ["an empty label", { domain: "a..example" }],
    ["an underscore", { domain: "_dmarc.example.com" }],
    ["a scheme", { domain: "https://example.com" }],
    ["a path", { domain: "example.com/mail" }],
    ["an address", { domain: "ada@example.com" }],
    ["white space", { domain: " example.com" }],
    ["NUL", { domain: "exa\0mple.com" }],
    ["half a surrogate", { domain: "exa\ud800mple.com" }],
    ["a wildcard", { domain: "*.example.com" }],
    ["a label of 64 letters", { domain: `${"a".repeat(64)}.example` }],
    ["254 characters", { domain: `${"a.".repeat(125)}abcd` }],
    ["1,000,000 characters", { domain: "a".repeat(1_000_000) }],
    ["a name in a list", { domain: ["example.com"] }],
    ["a number", { domain: 1.5 }],
    ["null", { domain: null }]
  ])("refuses a domain that has %s", async (_, body) => {
    const { call } = await account()
    const answer = await call("POST", "/v1/domains", body)
    expect([answer.status, answer.json]).toEqual([
      400,
      {
        error: "Validation failed",
        message: expect.any(String),
        details: { domain: [expect.any(String)] }
      }
    ])
    expect(answer.text.length).toBeLessThan(500)
    expect((await call("GET", "/v1/domains")).json).toEqual({ domains: [] })
  })

  it.each([
    ["NUL", "%00"],
    ["NUL inside", "exam%00ple.com"],
    ["half a surrogate in CESU-8", "%ED%A0%80.example"],
    ["a dot at its end", "example.com."],
    ["one label", "example"],
    ["a slash", "example.com%2Fverify"],
    ["an address", "192.0.2.1"],
    ["2,000 letters", "a".repeat(2000)],
    ["10,000 letters", "a".repeat(10_000)],
    ["a prototype's name", "__proto__"],
    ["the name of an operation", "verify"],
    ["a percent sign", "%25"],
    ["an injection", "x'%20OR%20'1'='1"]
  ])("finds no domain in a path with %s", async (_, name) => {
    const { call } = await account()
    for (const [method, path] of [
      ["GET", ""],
      ["POST", "/verify"],
      ["POST", "/rotate-dkim"],
      ["DELETE", ""]
    ] as const) {
      expect(outcome(await call(method, `/v1/domains/${name}${path}`))).toEqual(missing)
    }
  })

  it("ignores members, queries and bodies that it doesn't use", async () => {
    const { call, key } = await account()
    const domain = newName()
    expect(
      (
        await call("POST", "/v1/domains?domain=other.example", {
          domain,
          dkim_selector: "mine",
          verified: true
        })
      ).status
    ).toBe(201)
    for (const options of [
      { json: { domain: "other.example" } },
      { body: "{" },
      { body: " ".repeat(64 * 1024), headers: { "content-type": "text/plain" } }
    ]) {
      const answer = await service.call("POST", `/v1/domains/${domain}/verify?force=true`, {
        key,
        ...options
      })
      expect(answer.json).toMatchObject({ domain, ready_to_send: false })
    }
    expect((await service.call("DELETE", `/v1/domains/${domain}`, { key, json: {} })).status).toBe(
      200
    )
  })

  it("adds a domain once under concurrency", async () => {
    const { add, call } = await account()
    const domain = newName()
    const answers = await Promise.all([1, 2, 3, 4].map(() => add(domain)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect((await call("GET", "/v1/domains")).json).toMatchObject({ domains: { length: 1 } })
  })
})
