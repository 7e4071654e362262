import { hasBrowser, type OpenPage, startBrowser, type TestBrowser } from "@telemark-tools/browser"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { serve, temporaryDirectory } from "./support/telemark.js"

/** The browser itself says so of a wrong key. */
const wrongKey = expect.stringContaining("401") as unknown

const overview = ({ page }: OpenPage) => page.getByRole("heading", { level: 1, name: "Overview" })
const title = ({ page }: OpenPage) =>
  page.getByRole("heading", { level: 1, name: "Sign in to Telemark" })

describe.runIf(hasBrowser())("in a browser, the dashboard of telemark serve", () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  const started = async () => {
    const {
      document: { dashboard_url = "", first_start, inbox_url = "", url }
    } = await serve(temporaryDirectory(), {}, ["--no-worker"])
    const key = first_start?.key ?? ""
    return { link: dashboard_url, inboxLink: inbox_url, key, url, origin: new URL(url).origin }
  }

  it("signs in by the printed link, once, and takes the token out of the address", async () => {
    const { link, origin } = await started()
    const opened = await browser.open(link)
    await overview(opened).waitFor()
    expect(opened.page.url()).toBe(`${origin}/`)
    expect(
      opened.requests.filter(
        (request) => !request.startsWith(`${origin}/`) || request.includes("token=")
      )
    ).toEqual([])
    await opened.page.reload()
    await overview(opened).waitFor()
    expect(opened.errors).toEqual([])

    const again = await browser.open(link)
    await again.page.getByText("This link was used or has expired.").waitFor()
    expect(await again.violations()).toEqual([])
    await Promise.all([opened.close(), again.close()])
  })

  it("signs in by the printed link of the inbox, and shows that page, as long as one is signed in", async () => {
    const { inboxLink, link, origin } = await started()
    const inbox = ({ page }: OpenPage) =>
      page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor()
    const opened = await browser.open(inboxLink)
    await inbox(opened)
    expect(opened.page.url()).toBe(`${origin}/inbox`)
    await opened.page.goto("about:blank")
    await opened.page.goto(inboxLink)
    await inbox(opened)
    expect(opened.page.url()).toBe(`${origin}/inbox`)
    expect(opened.errors).toEqual([wrongKey])

    const other = await browser.open(inboxLink)
    await other.page.getByText("This link was used or has expired.").waitFor()
    // Nothing but the token differs: browsers load no page.
    const { hash } = new URL(link)
    await other.page.goto(`${origin}/inbox${hash}`)
    await inbox(other)
    expect(other.page.url()).toBe(`${origin}/inbox`)
    await Promise.all([opened.close(), other.close()])
  })

  it("signs in by a key that it keeps nowhere, and out again", async () => {
    const { key, origin } = await started()
    const opened = await browser.open(`${origin}/messages`)
    const { page } = opened
    await title(opened).waitFor()
    expect(await opened.violations()).toEqual([])
    await page.getByLabel("API key").fill("tmk_wrong")
    await page.keyboard.press("Enter")
    await page.getByText("The API key is malformed, unknown or revoked.").waitFor()
    await page.getByLabel("API key").fill(key)
    await page.keyboard.press("Enter")
    await page.getByRole("navigation").waitFor()
    expect(
      await page.evaluate("JSON.stringify([localStorage, sessionStorage, document.cookie])")
    ).not.toContain("tmk_")
    expect(await page.evaluate("document.cookie")).toBe("")
    expect(await page.context().cookies()).toMatchObject([
      { name: "telemark_session", httpOnly: true, sameSite: "Strict", secure: false, path: "/" }
    ])

    await page.locator("details.account summary").click()
    await page.getByRole("button", { name: "Sign out" }).click()
    await title(opened).waitFor()
    expect(await page.context().cookies()).toEqual([])
    await page.reload()
    await title(opened).waitFor()
    expect(opened.errors).toEqual([wrongKey])
    await opened.close()
  })

  it("gives up what it waits for when the operator signs out", async () => {
    const { link } = await started()
    const opened = await browser.open(link)
    const { page } = opened
    await overview(opened).waitFor()
    // One that the server got after the session has ended would be refused.
    await page.route("**/v1/topics*", () => undefined)
    const held = page.waitForRequest("**/v1/topics*")
    await page.getByRole("link", { name: "Topics" }).click()
    const request = await held
    await page.locator("details.account summary").click()
    const failed = page.waitForEvent("requestfailed", (one) => one === request)
    await page.getByRole("button", { name: "Sign out" }).click()
    await failed
    await title(opened).waitFor()
    expect(opened.errors).toEqual([])
    await opened.close()
  })

  it("acts for nobody else once the operator has signed out, or somebody signs in anew", async () => {
    const { key, link, origin } = await started()
    const opened = await browser.open(link)
    const { page } = opened
    const banner = page.getByText("Acting as acme.")
    await page.getByRole("link", { name: "Tenants" }).click()
    await page.getByRole("button", { name: "Create tenant" }).click()
    await page.getByRole("dialog").getByLabel("Name").fill("acme")
    await page.getByRole("dialog").getByLabel("First API key").selectOption("None for now")
    await page.getByRole("dialog").getByRole("button", { name: "Create" }).click()
    await page.getByRole("button", { name: "Act as this tenant" }).click()
    await banner.waitFor()
    await page.locator("details.account summary").click()
    await page.getByRole("button", { name: "Sign out" }).click()
    await title(opened).waitFor()
    // As a tab whose session has ended meanwhile.
    await page.evaluate("sessionStorage.setItem('telemark.tenant', 'acme')")
    // Bodies come after their heads: the page stays where it is although there is no session.
    await page.addInitScript(`{
      const { json } = Response.prototype
      Response.prototype.json = function () { return new Promise((resolve) => setTimeout(resolve, 100)).then(() => json.call(this)) }
    }`)
    await page.goto(`${origin}/topics`)
    await page.getByLabel("API key").fill("tmk_wrong")
    await page.keyboard.press("Enter")
    await page.getByText("The API key is malformed, unknown or revoked.").waitFor()
    await page.getByLabel("API key").fill(key)
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Topics" }).waitFor()
    expect(await banner.count()).toBe(0)
    expect(opened.errors).toEqual([wrongKey])
    await opened.close()
  })

  it("asks to sign in again once the key is revoked", async () => {
    const { key, origin, url } = await started()
    const asked = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
      return (await (
        await fetch(`${url}${path}`, {
          method,
          headers,
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
      ).json()) as { readonly id: string; readonly key: string }
    }
    const mine = await asked("POST", "/api-keys", {
      name: "Support",
      scopes: ["email:read", "topic:read"]
    })
    const opened = await browser.open(origin)
    await opened.page.getByLabel("API key").fill(mine.key)
    await opened.page.keyboard.press("Enter")
    await overview(opened).waitFor()
    expect(await opened.page.getByRole("link", { name: "Templates" }).count()).toBe(0)
    await asked("DELETE", `/api-keys/${mine.id}`)
    await opened.page.getByRole("link", { name: "Topics" }).click()
    await title(opened).waitFor()
    await opened.close()
  })
})
