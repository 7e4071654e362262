import { describe, expect, it } from "@effect/vitest"
import type { DnsRecord } from "@telemark/core"
import { startDnsPeer } from "@telemark/testing"
import { onTestFinished } from "vitest"
import { startServing } from "./support/serving.js"
import { temporaryDirectory } from "./support/telemark.js"

/** A server whose tenant has verified fjord.example, with these settings. */
const startVerified = async (settings: Readonly<Record<string, string>>) => {
  const dns = await startDnsPeer({
    zone: {
      "fjord.example": { A: ["192.0.2.25"], MX: [{ priority: 1, exchange: "fjord.example" }] }
    }
  })
  onTestFinished(() => dns.close())
  const server = await startServing(temporaryDirectory(), {
    TELEMARK_DNS_SERVERS: dns.address,
    ...settings
  })
  const added = await server.post("/domains", { domain: "fjord.example" })
  for (const { host, value } of added.body["dns_records"] as ReadonlyArray<DnsRecord>)
    dns.set(host, "TXT", [value])
  expect(await server.post("/domains/fjord.example/verify")).toMatchObject({
    status: 200,
    body: { ready_to_send: true }
  })
  /** The domains and algorithms of the signatures on a mail from there, in order. */
  const signaturesFrom = async (from: string) => {
    const { body } = await server.post("/emails/send", {
      to: "grace@example.com",
      from,
      subject: "Hello",
      text: "It works."
    })
    const id = (body["queued"] as ReadonlyArray<{ readonly id: string }>)[0]?.id
    await expect.poll(async () => (await server.inbox()).map((mail) => mail.id)).toContain(id)
    const source = (await server.sourceOf(id ?? "")).replace(/\r\n[ \t]+/g, " ")
    return [...source.matchAll(/^DKIM-Signature:(.*)$/gm)].map(([, tags = ""]) =>
      ["d", "a"].map((name) => new RegExp(`\\b${name}=([^;]+)`).exec(tags)?.[1]?.trim()).join(" ")
    )
  }
  return { signaturesFrom }
}

describe("signatures of a server", () => {
  it("are of the sender's own domain, and of no other where TELEMARK_SIGNING_DOMAIN is unset", async () => {
    const { signaturesFrom } = await startVerified({})
    expect(await signaturesFrom("ada@fjord.example")).toEqual(["fjord.example rsa-sha256"])
    expect(await signaturesFrom("ada@elsewhere.example")).toEqual([])
  })

  it("are of TELEMARK_SIGNING_DOMAIN where the sender's own isn't verified, with both keys if there are two", async () => {
    const { signaturesFrom } = await startVerified({
      TELEMARK_SIGNING_DOMAIN: "fjord.example",
      TELEMARK_DKIM_ED25519: "on"
    })
    const both = ["fjord.example rsa-sha256", "fjord.example ed25519-sha256"]
    expect((await signaturesFrom("ada@elsewhere.example")).sort()).toEqual([...both].sort())
    expect((await signaturesFrom("ada@fjord.example")).sort()).toEqual([...both].sort())
  })
})
