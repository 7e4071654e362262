import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  faultsOf,
  hasBrowser,
  looks,
  startDashboard,
  type TestDashboard
} from "./support/startDashboard.js"

const finding = (level: "ok" | "warning" | "problem", check: string, message: string) => ({
  level,
  check,
  message,
  command: "`telemark doctor` says more.",
  tenants: check === "domains" ? ["default", "fjord"] : []
})

const report = {
  available: true,
  checked_at: "2026-11-25T12:00:00.000Z",
  findings: [
    finding("ok", "disk", "10.0 GiB are free for the database."),
    finding("warning", "dns", "The system's DNS servers don't answer. Fix them."),
    finding("problem", "mail", "The relay can't be used. Check its address."),
    finding("warning", "domains", "Of 3 domains 2 aren't ready to send.")
  ]
}

describe.runIf(hasBrowser())("in a browser, the overview of a new installation", () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
  })
  afterAll(() => dashboard.close())

  it.each(looks)("says how to begin, is accessible and fits: %s", async (_, options) => {
    const opened = await dashboard.open("/", options)
    await opened.page.getByRole("region", { name: "Shell" }).waitFor()
    expect(await opened.page.getByRole("region", { name: "Shell" }).innerText()).toContain(
      `${dashboard.origin}/v1/emails/send`
    )
    await opened.page.getByRole("tab", { name: "Node.js" }).click()
    expect(await opened.page.getByRole("region", { name: "Node.js" }).innerText()).toContain(
      "client.emails.send"
    )
    expect(await faultsOf(opened, dashboard.origin)).toEqual([])
    await opened.close()
  })

  it("has a line instead of a chart while there is mail of one hour alone", async () => {
    await dashboard.telemark.emails.send({ to: "ada@example.com", subject: "Hi", text: "Hi" })
    await dashboard.telemark.advance("1 second")
    const { page } = await dashboard.open("/")
    await page.getByText("All mail so far is from the same hour").waitFor()
    expect(await page.getByRole("slider").count()).toBe(0)
  })
})

describe.runIf(hasBrowser())("in a browser, the overview", () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
    const { telemark } = dashboard
    await telemark.emails.send({ to: "eve@example.com", subject: "Hello", text: "Hello" })
    await telemark.advance("1 day")
    const { queued } = await telemark.emails.send({
      to: ["ada@example.com", "bob@example.com", "cy@example.com"],
      subject: "Hello",
      text: "Hello"
    })
    await telemark.advance("1 second")
    const [first, second] = queued
    await telemark.feedback.record(first?.id ?? "", { kind: "delivered" })
    await telemark.feedback.record(first?.id ?? "", { kind: "opened" })
    await telemark.feedback.record(second?.id ?? "", {
      kind: "bounced",
      failure_code: "invalid_recipient"
    })
    await telemark.emails.send({
      to: "dan@example.com",
      subject: "Later",
      text: "Later",
      scheduled_at: new Date(telemark.now().getTime() + 86_400_000).toISOString()
    })
    await telemark.domains.add({ domain: "shop.example" })
  })
  afterAll(() => dashboard.close())

  it.each(looks)(
    "is accessible and fits, with all that an operator sees: %s",
    async (_, options) => {
      const opened = await dashboard.open("/", options)
      const { page } = opened
      await page.route("**/v1/diagnosis", (route) => route.fulfill({ json: report }))
      await page.reload()
      await page.getByText("The relay can't be used. Check its address.").waitFor()
      await page.getByRole("slider").waitFor()
      await page.locator("main canvas").waitFor()
      for (const summary of await page.locator("main details summary").all()) await summary.click()
      expect(await faultsOf(opened, dashboard.origin)).toEqual([])
      await opened.close()
    }
  )

  it("shows figures, what waits, and what needs attention", async () => {
    const { page } = await dashboard.open("/")
    const figure = (name: string) =>
      page.locator("main dl > div", { has: page.getByText(name, { exact: true }) }).first()
    await figure("Total sent").getByText("4", { exact: true }).waitFor()
    expect(await figure("Delivered").innerText()).toContain("25% of total sent")
    expect(await figure("Spam reports").innerText()).toContain("limit 0.3%")
    await page.getByText("Under 100 sent: not judged").first().waitFor()
    expect(await figure("Opened").innerText()).toContain("1")
    await page.getByText("of 4 messages").waitFor()
    await page.getByText("shop.example isn't ready to send: SPF, DKIM, DMARC missing.").waitFor()
  })

  it("keeps the period in the address", async () => {
    const { page } = await dashboard.open("/?period=24h")
    expect(await page.getByRole("button", { name: "24 hours" }).getAttribute("aria-pressed")).toBe(
      "true"
    )
    await page.getByRole("button", { name: "90 days" }).click()
    await page.waitForURL("**/?period=90d")
    await page.reload()
    expect(await page.getByRole("button", { name: "90 days" }).getAttribute("aria-pressed")).toBe(
      "true"
    )
    await page.getByText("Show numbers").click()
    await page
      .getByRole("region", { name: "Mail over time, in numbers" })
      .getByRole("row")
      .nth(1)
      .waitFor()
  })

  it("reads the bars by the arrow keys", async () => {
    const { page } = await dashboard.open("/?period=30d")
    const chart = page.getByRole("slider")
    await chart.focus()
    expect(await chart.getAttribute("aria-valuenow")).toBe("30")
    const said = await chart.getAttribute("aria-valuetext")
    expect(said).toContain(
      "Delivered 1, Sent, no report 1, Bounced 1, Failed 0, Bounce rate, 7 days 25%"
    )
    await page.keyboard.press("ArrowLeft")
    expect(await chart.getAttribute("aria-valuenow")).toBe("29")
    await page.keyboard.press("Home")
    expect(await chart.getAttribute("aria-valuenow")).toBe("1")
  })

  it("shows what the deployment's checks found, problems first", async () => {
    const { page } = await dashboard.open("/")
    await page.route("**/v1/diagnosis", (route) => route.fulfill({ json: report }))
    await page.reload()
    const card = page.locator("section", {
      has: page.getByRole("heading", { name: "Deployment" })
    })
    await card.getByRole("listitem").first().waitFor()
    const items = await card.getByRole("listitem").allInnerTexts()
    expect(items.slice(0, 2).map((item) => item.split("\n")[0])).toEqual(["Error", "Warning"])
    await card.getByText("1 checks passed").click()
    await card.getByText("10.0 GiB are free for the database.").waitFor()
    await card.getByRole("link", { name: /^Open: Of 3 domains/ }).click()
    await page.waitForURL("**/tenants")
  })
})
