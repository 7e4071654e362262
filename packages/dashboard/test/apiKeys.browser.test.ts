import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  faultsOf,
  hasBrowser,
  looks,
  startDashboard,
  type TestDashboard
} from "./support/startDashboard.js"

describe.runIf(hasBrowser())("in a browser, API keys", () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
    const { id } = await dashboard.telemark.apiKeys.create({
      name: "Former shop",
      scopes: ["email:send", "email:read", "domain:read", "domain:write", "topic:read"]
    })
    await dashboard.telemark.apiKeys.revoke(id)
  })
  afterAll(() => dashboard.close())

  const keysOf = async (name: string) =>
    (await dashboard.telemark.apiKeys.list()).data.filter((key) => key.name === name)
  const list = async (key: string) =>
    (
      await dashboard.telemark.fetch(
        new Request("http://localhost/v1/emails", { headers: { authorization: `Bearer ${key}` } })
      )
    ).status

  it.each(looks)("are accessible and fit: %s", async (_, options) => {
    const opened = await dashboard.open("/api-keys?revoked=show", options)
    await opened.page.getByText("Former shop").waitFor()
    expect(await faultsOf(opened, dashboard.origin)).toEqual([])
    await opened.page.locator(".page-head button").click()
    expect(await faultsOf(opened, dashboard.origin)).toEqual([])
  })

  it("creates one with the scopes that were chosen, shows it once, and says at its field what is wrong", async () => {
    const { page } = await dashboard.open("/api-keys")
    await page.getByRole("button", { name: "Create key" }).click()
    const dialog = page.getByRole("dialog", { name: "Create key" })
    await dialog.getByLabel("Sends per minute").fill("many")
    await dialog.getByRole("button", { name: "Create" }).click()
    await dialog.getByLabel("Name").and(dialog.locator("[aria-invalid=true]:focus")).waitFor()
    expect(await dialog.getByLabel("Sends per minute").getAttribute("aria-invalid")).toBe("true")
    await dialog.getByLabel("Name").fill("Reports")
    await dialog.getByLabel("Sends per minute").fill("60")
    await dialog.getByRole("button", { name: "Reading only" }).click()
    await dialog.getByRole("checkbox", { name: "template:read" }).uncheck()
    await dialog.getByRole("button", { name: "Create" }).click()
    const shown = page.getByRole("dialog", { name: "Your new key" })
    const key = await shown.getByRole("region", { name: "Key", exact: true }).innerText()
    expect(await list(key)).toBe(200)
    await shown.getByRole("button", { name: "Done" }).click()
    await page.getByText("Reports", { exact: true }).waitFor()
    expect(await page.content()).not.toContain(key)
    const [made] = await keysOf("Reports")
    expect(made).toMatchObject({ rate_limit: 60 })
    expect(made?.scopes).toContain("email:read")
    expect(made?.scopes).not.toContain("template:read")
    expect(made?.scopes.every((scope) => scope.endsWith(":read"))).toBe(true)
  })

  it("rotates one: the next works before the former is revoked", async () => {
    const { key: former } = await dashboard.telemark.apiKeys.create({
      name: "Rotated",
      scopes: ["email:read"],
      rate_limit: 42
    })
    const { page } = await dashboard.open("/api-keys")
    await page.getByRole("button", { name: "Rotate: Rotated" }).click()
    await page
      .getByRole("dialog", { name: "Rotate Rotated" })
      .getByRole("button", { name: "Create" })
      .click()
    const shown = page.getByRole("dialog", { name: "Your new key" })
    const next = await shown.getByRole("region", { name: "Key", exact: true }).innerText()
    expect([await list(former), await list(next)]).toEqual([200, 200])
    await shown.getByRole("button", { name: "Done" }).click()
    await page
      .getByRole("dialog", { name: "Revoke the former key" })
      .getByRole("button", { name: "Revoke" })
      .click()
    await page.getByText("Rotated was revoked.").waitFor()
    expect([await list(former), await list(next)]).toEqual([401, 200])
    expect((await keysOf("Rotated")).map(({ rate_limit, scopes }) => [rate_limit, scopes])).toEqual(
      [
        [42, ["email:read"]],
        [42, ["email:read"]]
      ]
    )
  })

  it("changes a key's name and limit, and revokes it only after asking", async () => {
    await dashboard.telemark.apiKeys.create({ name: "Plain", scopes: ["email:send"] })
    const { page } = await dashboard.open("/api-keys")
    await page.getByRole("button", { name: "Edit: Plain" }).click()
    const dialog = page.getByRole("dialog", { name: "Change Plain" })
    await dialog.getByLabel("Name").fill("Slow")
    await dialog.getByLabel("Sends per minute").fill("5")
    await dialog.getByRole("button", { name: "Save" }).click()
    await page.getByRole("button", { name: "Revoke: Slow" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
    expect(await keysOf("Slow")).toMatchObject([{ rate_limit: 5, revoked_at: null }])
    await page.getByRole("button", { name: "Revoke: Slow" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click()
    await page.getByText("Slow was revoked.").waitFor()
    expect((await keysOf("Slow"))[0]?.revoked_at).not.toBeNull()
  })
})
