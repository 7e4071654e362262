import { type DnsPeer, startDnsPeer } from "@telemark/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  faultsOf,
  hasBrowser,
  looks,
  startDashboard,
  type TestDashboard
} from "./support/startDashboard.js"

describe.runIf(hasBrowser())("in a browser, domains", () => {
  let dashboard: TestDashboard
  let dns: DnsPeer
  beforeAll(async () => {
    dns = await startDnsPeer()
    dashboard = await startDashboard({
      dnsServers: [dns.address],
      spf: "ip4:192.0.2.0/24",
      sendingIps: ["192.0.2.25"],
      publicUrl: "https://mail.example.net",
      returnPath: { host: "bounces.example.net" }
    })
    await dashboard.telemark.domains.add({ domain: "waiting.example.com" })
  })
  afterAll(async () => {
    await dashboard.close()
    await dns.close()
  })

  const publish = (
    records: ReadonlyArray<{
      readonly host: string
      readonly type: "TXT" | "CNAME"
      readonly value: string
    }>
  ): void => {
    for (const { host, type, value } of records) dns.set(host, type, [value])
  }

  it.each(looks)("are accessible and fit: %s", async (_, options) => {
    for (const path of ["/domains", "/domains/new", "/domains/waiting.example.com"]) {
      const opened = await dashboard.open(path, options)
      if (path.endsWith(".com")) await opened.page.locator("dl code").first().waitFor()
      expect(await faultsOf(opened, dashboard.origin)).toEqual([])
      await opened.close()
    }
  })

  it("leads from the name over the records to a domain that is ready, by itself once DNS has them", async () => {
    const { page } = await dashboard.open("/domains")
    await page.getByRole("link", { name: "Add domain" }).click()
    await page.getByLabel("Domain name").fill("not a domain")
    await page.getByRole("button", { name: "Next: the records" }).click()
    await page.locator("[aria-invalid=true]:focus").waitFor()
    await page.getByLabel("Domain name").fill("Mail.Shop.example")
    await page.getByRole("button", { name: "Next: the records" }).click()
    await page.getByRole("heading", { name: "mail.shop.example", level: 1 }).waitFor()

    const spf = page.getByRole("region", { name: "SPF" })
    await spf.getByRole("definition").nth(4).waitFor()
    expect(await spf.getByRole("definition").allInnerTexts()).toEqual([
      expect.stringMatching(/^mail\b/),
      expect.stringMatching(/^mail\.shop\.example\b/),
      expect.stringMatching(/^v=spf1 ip4:192\.0\.2\.0\/24 ~all\b/),
      ...Array<unknown>(2).fill(expect.any(String))
    ])
    await page.getByLabel("Zone").selectOption("mail.shop.example")
    await spf.getByText("@", { exact: true }).waitFor()
    expect(page.url()).toContain("zone=mail.shop.example")

    const { dns_records } = await dashboard.telemark.domains.get("mail.shop.example")
    dns.set("mail.shop.example", "TXT", ["v=spf1 ip4:198.51.100.1 -all"])
    await page.getByRole("button", { name: "Check now" }).click()
    await spf.getByText("v=spf1 ip4:198.51.100.1 -all", { exact: true }).waitFor()
    await spf.getByRole("button", { name: "Copy: Publish instead" }).waitFor()
    publish(dns_records)
    await page.getByText("This domain is ready to send").waitFor()
    await page.getByText("All records found.").waitFor()
    expect(await dashboard.telemark.domains.get("mail.shop.example")).toMatchObject({
      ready_to_send: true,
      dmarc_verified: true,
      return_path_verified: true
    })
  })

  it("adds the next DKIM key to the records, and says how long the former must stay", async () => {
    const { dns_records } = await dashboard.telemark.domains.add({ domain: "rotated.example.com" })
    publish(dns_records)
    await dashboard.telemark.domains.verify("rotated.example.com")
    const { page } = await dashboard.open("/domains/rotated.example.com")
    await page.getByRole("button", { name: "Rotate the DKIM key" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Create new key" }).click()
    const next = page.getByRole("region", { name: "DKIM 2" })
    await next.getByText("Not found").waitFor()
    publish((await dashboard.telemark.domains.get("rotated.example.com")).dns_records)
    await page.getByRole("button", { name: "Check now" }).click()
    await page.getByRole("heading", { name: "Former keys" }).waitFor()
    await page.getByRole("region", { name: "DKIM", exact: true }).getByText("Verified").waitFor()
  })

  it("removes a domain only after its name was typed", async () => {
    await dashboard.telemark.domains.add({ domain: "gone.example.com" })
    const { page } = await dashboard.open("/domains/gone.example.com")
    await page.getByRole("button", { name: "Remove domain" }).click()
    const dialog = page.getByRole("dialog")
    expect(await dialog.getByRole("button", { name: "Remove", exact: true }).isDisabled()).toBe(
      true
    )
    await dialog.getByLabel("Type gone.example.com to confirm").fill("gone.example.com")
    await dialog.getByRole("button", { name: "Remove", exact: true }).click()
    await page.getByText("gone.example.com was removed.").waitFor()
    await expect(dashboard.telemark.domains.get("gone.example.com")).rejects.toMatchObject({
      _tag: "NotFound"
    })
  })
})
