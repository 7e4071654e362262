import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  faultsOf,
  hasBrowser,
  looks,
  startDashboard,
  type TestDashboard
} from "./support/startDashboard.js"

describe.runIf(hasBrowser())("in a browser, the audit log", () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
    for (let index = 0; index < 51; index++)
      await dashboard.telemark.topics.create({ id: `topic-${String(index)}`, name: "A topic" })
    await dashboard.telemark.tenants.create({ name: "acme" })
  })
  afterAll(() => dashboard.close())

  it.each(looks)("is accessible and fits: %s", async (_, options) => {
    const opened = await dashboard.open("/audit-log", options)
    await opened.page.getByRole("table").waitFor()
    expect(await faultsOf(opened, dashboard.origin)).toEqual([])
  })

  it("shows what was done, newest first, page by page", async () => {
    const { page } = await dashboard.open("/audit-log")
    const rows = page.getByRole("table").getByRole("row")
    await rows.nth(50).waitFor()
    expect(await rows.nth(1).innerText()).toContain("tenants.create")
    expect(await rows.nth(1).innerText()).toContain("acme")
    expect(await rows.nth(2).innerText()).toMatch(/topics\.create[^]*id, name[^]*topic topic-50/)
    await page.getByRole("button", { name: "Next" }).click()
    await page.waitForURL(/after=aud_/)
    await page.getByText("topic topic-0", { exact: true }).waitFor()
  })

  it("has what is done in the dashboard itself, of the person who does it", async () => {
    const { page } = await dashboard.open("/topics")
    await page.evaluate(
      `fetch("/v1/topics", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ id: "by-hand", name: "x" }) }).then((answer) => answer.status)`
    )
    const { page: log } = await dashboard.open("/audit-log?target=by-hand")
    const row = log.getByRole("table").getByRole("row").nth(1)
    await row.waitFor()
    expect(await row.innerText()).toMatch(/topics\.create[^]*Dashboard[^]*Operator/)
    expect(await row.innerText()).toContain("127.0.0.1")
  })

  it("is filtered with the keyboard, and says if nothing matches", async () => {
    const { page } = await dashboard.open("/audit-log")
    await page.getByRole("table").waitFor()
    await page.keyboard.press("/")
    await page.keyboard.type("topic-7")
    await page.waitForURL(/target=topic-7/)
    const rows = page.getByRole("table").getByRole("row")
    await rows.nth(2).waitFor({ state: "detached" })
    expect(await rows.count()).toBe(2)
    await page.getByLabel("By", { exact: true }).selectOption("Command line")
    await page.getByText("No change matches.").waitFor()
    expect(page.url()).toContain("actor=command_line")
  })

  it("is that of a tenant as long as the operator acts as it", async () => {
    const { page } = await dashboard.open("/tenants/acme")
    await page.getByRole("button", { name: "Act as this tenant" }).click()
    await page.getByText("Acting as acme.").waitFor()
    await page.getByRole("link", { name: "Audit log" }).click()
    const rows = page.getByRole("table").getByRole("row")
    await rows.nth(1).waitFor()
    expect(await rows.nth(1).innerText()).toContain("tenants.create")
    expect(await rows.count()).toBe(2)
    expect(await page.getByLabel("Tenant", { exact: true }).count()).toBe(0)
  })

  it("says what is wrong if it can't be loaded, and tries again", async () => {
    const { page } = await dashboard.open("/topics")
    await page.route("**/v1/audit-log*", (route) => route.fulfill({ status: 503, body: "{}" }))
    await page.getByRole("link", { name: "Audit log" }).click()
    const again = page.getByRole("button", { name: "Try again" })
    await again.waitFor()
    await page.unroute("**/v1/audit-log*")
    await again.click()
    await page.getByRole("table").waitFor()
  })
})
