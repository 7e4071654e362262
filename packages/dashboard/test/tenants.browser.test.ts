import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  faultsOf,
  hasBrowser,
  looks,
  startDashboard,
  type TestDashboard
} from "./support/startDashboard.js"

describe.runIf(hasBrowser())("in a browser, tenants", () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
    const { tenants } = dashboard.telemark
    for (let index = 0; index < 49; index++) await tenants.create({ name: `shop-${String(index)}` })
    await tenants.create({
      name: "acme",
      default_from: "Acme <mail@acme.example>",
      monthly_limit: 10_000
    })
    await tenants.create({ name: "globex" })
    await tenants.pause("globex", { note: "Asked them about the list of last week." })
  })
  afterAll(() => dashboard.close())

  const tenant = (name: string) => dashboard.telemark.tenants.get(name)

  it.each(looks)("are accessible and fit: %s", async (_, options) => {
    const opened = await dashboard.open("/tenants?q=e", options)
    const { page } = opened
    await page.getByRole("link", { name: "acme" }).waitFor()
    expect(await faultsOf(opened, dashboard.origin)).toEqual([])
    await page.locator(".page-head button").click()
    expect(await faultsOf(opened, dashboard.origin)).toEqual([])
    await page.keyboard.press("Escape")
    await page.getByRole("link", { name: "globex" }).first().click()
    await page.getByRole("heading", { name: "globex", level: 1 }).waitFor()
    await page.locator("ol.timeline").waitFor()
    expect(await faultsOf(opened, dashboard.origin)).toEqual([])
    await page.locator(".page-head .button-danger").click()
    expect(await faultsOf(opened, dashboard.origin)).toEqual([])
  })

  it("are found by a part of their name, and turned by pages, both kept in the address", async () => {
    const { page } = await dashboard.open("/tenants")
    const rows = page.getByRole("table").getByRole("row")
    await rows.nth(50).waitFor()
    await page.getByRole("button", { name: "Next" }).click()
    // 52 with default, of which 50 are on the first page.
    await rows.nth(50).waitFor({ state: "detached" })
    expect(await rows.count()).toBe(3)
    await page.getByLabel("Search").fill("GLOB")
    await page.waitForURL(/q=GLOB/)
    await page.getByRole("row", { name: /globex/ }).waitFor()
    expect(await page.getByRole("row", { name: /globex/ }).innerText()).toMatch(
      /Paused\s+by an operator, since/
    )
    await page.reload()
    await page.getByRole("row", { name: /globex/ }).waitFor()
    expect(await rows.count()).toBe(2)
    await page.getByLabel("Search").fill("nobody")
    await page.getByText("No tenant has this in its name.").waitFor()
  })

  it("creates one with its first key, which is shown once, and says at its field what is wrong", async () => {
    const { page } = await dashboard.open("/tenants")
    await page.getByRole("button", { name: "Create tenant" }).click()
    const dialog = page.getByRole("dialog", { name: "Create tenant" })
    await dialog.getByLabel("Name").fill("not a name")
    await dialog.getByLabel("Monthly limit").fill("10.000")
    await dialog.getByRole("button", { name: "Create" }).click()
    await dialog.getByText("Write a whole number of 1 or more").waitFor()
    await dialog.getByLabel("Monthly limit").fill("500")
    await dialog.getByRole("button", { name: "Create" }).click()
    await dialog.getByLabel("Name").and(dialog.locator("[aria-invalid=true]:focus")).waitFor()
    await dialog.getByLabel("Name").fill("acme")
    await dialog.getByRole("button", { name: "Create" }).click()
    await dialog.getByRole("alert").waitFor()
    await dialog.getByLabel("Name").fill("initech")
    await dialog.getByLabel("Refuse mail without its data").check()
    await dialog.getByRole("button", { name: "Create" }).click()
    const shown = page.getByRole("dialog", { name: "initech is created" })
    const key = await shown.getByRole("region", { name: "API key" }).innerText()
    await shown.getByRole("button", { name: "Done" }).click()
    await page.getByRole("heading", { name: "initech", level: 1 }).waitFor()
    expect(await page.content()).not.toContain(key)
    expect(await tenant("initech")).toMatchObject({
      monthly_limit: 500,
      default_from: null,
      missing: "refuse"
    })
    const [made] = (await dashboard.telemark.tenant("initech").apiKeys.list()).data
    expect(made?.scopes).toEqual(["email:send", "email:read"])
    const sent = await dashboard.telemark.fetch(
      new Request("http://localhost/v1/emails", { headers: { authorization: `Bearer ${key}` } })
    )
    expect(sent.status).toBe(200)
  })

  it("changes what was changed of its settings, and takes a limit away only when its field is empty", async () => {
    const { page } = await dashboard.open("/tenants/acme")
    const limit = page.getByLabel("Monthly limit")
    const save = page.getByRole("button", { name: "Save" })
    await limit.fill("many")
    await save.click()
    await page.locator("[aria-invalid=true]").waitFor()
    expect(await tenant("acme")).toMatchObject({ monthly_limit: 10_000 })
    await limit.fill("25000")
    await page.getByRole("checkbox", { name: "Track clicks" }).check()
    await page.getByRole("checkbox", { name: "Refuse mail without its data" }).check()
    await save.click()
    await page.getByText("Saved. It applies").waitFor()
    expect(await tenant("acme")).toMatchObject({
      monthly_limit: 25_000,
      default_from: "Acme <mail@acme.example>",
      track_clicks: true,
      track_opens: false,
      missing: "refuse"
    })
    await page.getByLabel("Default sender").fill("nobody")
    await save.click()
    await page.getByLabel("Default sender").and(page.locator("[aria-invalid=true]:focus")).waitFor()
    await page.getByLabel("Default sender").fill("")
    await limit.fill("")
    await save.click()
    await expect
      .poll(() => tenant("acme"))
      .toMatchObject({ monthly_limit: null, default_from: null })
  })

  it("pauses sending with a note and resumes it, each after asking, and shows both in its history", async () => {
    const { page } = await dashboard.open("/tenants/shop-1")
    const send = () =>
      dashboard.telemark.tenant("shop-1").emails.send({
        from: "c@example.com",
        to: "ada@example.com",
        subject: "Hello",
        text: "Hello"
      })
    await page.getByRole("button", { name: "Pause sending" }).click()
    const dialog = page.getByRole("dialog", { name: "Pause sending of shop-1?" })
    await dialog.getByRole("button", { name: "Cancel" }).click()
    expect((await tenant("shop-1")).paused).toBeUndefined()
    await page.getByRole("button", { name: "Pause sending" }).click()
    await dialog.getByLabel("Note").fill("x".repeat(501))
    await dialog.getByRole("button", { name: "Pause sending" }).click()
    await dialog.getByLabel("Note").and(dialog.locator("[aria-invalid=true]:focus")).waitFor()
    await dialog.getByLabel("Note").fill("A bought list.")
    await dialog.getByLabel("Stop its links, too").check()
    await dialog.getByRole("button", { name: "Pause sending" }).click()
    await page.getByText("Sending of shop-1 is paused.").waitFor()
    await page.getByText("Note: A bought list.").waitFor()
    await page.getByText("Tracked links in mail that it sent are stopped.").waitFor()
    await expect(send()).rejects.toMatchObject({ _tag: "SendingPaused" })
    await page.getByRole("button", { name: "Resume sending" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Resume sending" }).click()
    await page.getByText("shop-1 sends again.").waitFor()
    await send()
    const entries = page.getByRole("listitem").filter({ has: page.locator("time") })
    await entries.nth(1).waitFor()
    expect(await entries.first().innerText()).toContain("Resumed")
    expect(await entries.nth(1).innerText()).toMatch(/Paused[^]*A bought list\./)
  })

  it("removes one only once its name is typed", async () => {
    const { page } = await dashboard.open("/tenants/shop-5")
    await page.getByRole("button", { name: "Remove tenant" }).click()
    const dialog = page.getByRole("dialog", { name: "Remove shop-5 with everything of it?" })
    await dialog.getByText("its domains with their private DKIM keys").waitFor()
    const remove = dialog.getByRole("button", { name: "Remove tenant" })
    await dialog.getByLabel("Type shop-5 to confirm").fill("shop-")
    expect(await remove.isDisabled()).toBe(true)
    await dialog.getByLabel("Type shop-5 to confirm").fill("shop-5")
    await remove.click()
    await page.getByText("shop-5 is removed.").waitFor()
    await page.getByRole("heading", { name: "Tenants", level: 1 }).waitFor()
    await expect(tenant("shop-5")).rejects.toMatchObject({ _tag: "NotFound" })
  })
})

describe.runIf(hasBrowser())("in a browser, tenants for somebody who may not manage them", () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await startDashboard({ operator: false })
  })
  afterAll(() => dashboard.close())

  it("are neither in the navigation nor shown, and no other tenant is acted for", async () => {
    const { page } = await dashboard.open("/tenants")
    expect(await page.locator("main h1").innerText()).toBe("Page not found")
    expect(await page.getByRole("navigation").getByRole("link", { name: "Tenants" }).count()).toBe(
      0
    )
    await page.goto(`${dashboard.origin}/tenants/default`)
    await page.getByText("Page not found").first().waitFor()
    await page.evaluate(`sessionStorage.setItem("telemark.tenant", "acme")`)
    await page.goto(`${dashboard.origin}/suppressions`)
    await page.getByText("No suppressed addresses").waitFor()
    expect(await page.locator(".acting").count()).toBe(0)
  })
})
