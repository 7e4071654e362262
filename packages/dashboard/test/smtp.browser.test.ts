import { type SmtpPeer, startSmtpPeer, startWebhookPeer } from "@telemark/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  faultsOf,
  hasBrowser,
  looks,
  startDashboard,
  type TestDashboard
} from "./support/startDashboard.js"

const login = { user: "shop", password: "correct horse" }

describe.runIf(hasBrowser())("in a browser, the SMTP server", () => {
  let dashboard: TestDashboard
  let peer: SmtpPeer
  beforeAll(async () => {
    peer = await startSmtpPeer({ login })
    dashboard = await startDashboard()
  })
  afterAll(async () => {
    await dashboard.close()
    await peer.close()
  })

  it.each(looks)("is accessible and fits while there is none: %s", async (_, options) => {
    const opened = await dashboard.open("/smtp", options)
    await opened.page.locator("main .empty button").click()
    expect(await faultsOf(opened, dashboard.origin)).toEqual([])
  })

  it("is saved only if it accepts the login; says at which stage it didn't; never shows the password", async () => {
    const { page } = await dashboard.open("/smtp")
    await page.getByRole("button", { name: "Set up a server" }).click()
    const dialog = page.getByRole("dialog", { name: "Set up a server" })
    await dialog.getByLabel("Provider").selectOption("Postmark")
    expect(await dialog.getByLabel("Host").inputValue()).toBe("smtp.postmarkapp.com")
    await dialog.getByLabel("Provider").selectOption("Another server")
    await dialog.getByLabel("Host").fill("127.0.0.1")
    await dialog.getByLabel("Port").fill("0")
    await dialog.getByLabel("User name").fill(login.user)
    await dialog.getByLabel("Password").fill("wrong")
    await dialog.getByRole("checkbox", { name: "Require TLS" }).uncheck()
    await dialog.getByRole("button", { name: "Test and save" }).click()
    await dialog.getByLabel("Port").and(dialog.locator("[aria-invalid=true]:focus")).waitFor()
    await dialog.getByLabel("Port").fill(String(peer.port))
    await dialog.getByRole("button", { name: "Test and save" }).click()
    expect(
      await dialog
        .getByRole("list", { name: "Stages of the test" })
        .locator("[aria-current=step]")
        .innerText()
    ).toContain("Login")
    await expect(dashboard.telemark.smtpConfig.get()).rejects.toMatchObject({
      _tag: "NoSmtpConfig"
    })

    await dialog.getByLabel("Password").fill(login.password)
    await dialog.getByLabel("Address").fill("shop@example.com")
    await dialog.getByRole("button", { name: "Test and save" }).click()
    await page.getByText("Working").waitFor()
    expect(await dashboard.telemark.smtpConfig.get()).toMatchObject({
      host: "127.0.0.1",
      username: "shop",
      tls_required: false,
      from_email: "shop@example.com",
      verified: true
    })
    await page.reload()
    await page.getByText("stored, never shown").waitFor()
    expect(await page.content()).not.toContain(login.password)
  })

  it.each(looks)("is accessible and fits once it is saved: %s", async (_, options) => {
    const opened = await dashboard.open("/smtp", options)
    await opened.page.locator("dl.facts").waitFor()
    expect(await faultsOf(opened, dashboard.origin)).toEqual([])
  })

  it("is tested again, says what fails now, and is removed", async () => {
    const { page } = await dashboard.open("/smtp")
    await page.getByRole("button", { name: "Test again" }).click()
    await page.getByText("Login succeeded.", { exact: true }).waitFor()
    await peer.close()
    await page.getByRole("button", { name: "Test again" }).click()
    await page.getByText("The server could not be used").waitFor()
    await page.getByText("The server could not be reached at this host and port.").waitFor()
    await page.getByRole("button", { name: "Remove" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
    await page.getByRole("heading", { name: "No relay: mail is captured" }).waitFor()
    await expect(dashboard.telemark.smtpConfig.get()).rejects.toMatchObject({
      _tag: "NoSmtpConfig"
    })
  })

  it("is saved with OAuth 2, after it said what is wrong with the token", async () => {
    const tokens = await startWebhookPeer()
    const own = await startSmtpPeer({ tokenLogin: { user: "shop", accepts: () => true } })
    const opened = await dashboard.open("/smtp")
    const { page } = opened
    await page.getByRole("button", { name: "Set up a server" }).click()
    const dialog = page.getByRole("dialog", { name: "Set up a server" })
    await dialog.getByLabel("Provider").selectOption("Gmail")
    await dialog.getByRole("button", { name: "OAuth 2" }).click()
    expect(await dialog.getByLabel("Token URL").inputValue()).toBe(
      "https://oauth2.googleapis.com/token"
    )
    expect(await faultsOf(opened, dashboard.origin)).toEqual([])
    await dialog.getByLabel("Host").fill("127.0.0.1")
    await dialog.getByLabel("Port").fill(String(own.port))
    await dialog.getByLabel("User name").fill("shop")
    await dialog.getByLabel("Client id").fill("client-1")
    await dialog.getByRole("checkbox", { name: "Require TLS" }).uncheck()
    await dialog.getByRole("button", { name: "Test and save" }).click()
    await dialog
      .getByLabel("Client secret")
      .and(dialog.locator("[aria-invalid=true]:focus"))
      .waitFor()
    await dialog.getByLabel("Client secret").fill("correct horse")
    await dialog.getByLabel("Token URL").fill(`${tokens.url}/token`)
    tokens.answer({ status: 401, body: JSON.stringify({ error: "invalid_client" }) })
    await dialog.getByRole("button", { name: "Test and save" }).click()
    await dialog.getByText("the secret has expired").waitFor()
    tokens.answer({ status: 200, body: JSON.stringify({ access_token: "t" }) })
    await dialog.getByRole("button", { name: "Test and save" }).click()
    await page.getByText("Working").waitFor()
    expect(await dashboard.telemark.smtpConfig.get()).toMatchObject({
      oauth2: { grant_type: "client_credentials", client_id: "client-1" }
    })
    await page.reload()
    await page.getByText(`${tokens.url}/token`).waitFor()
    expect(await page.content()).not.toContain("correct horse")
    await dashboard.telemark.smtpConfig.remove()
    await own.close()
    await tokens.close()
  })

  it("says that mail goes through the default relay, if there is one", async () => {
    const { page } = await dashboard.open("/smtp")
    await page.getByRole("heading", { name: "No relay: mail is captured" }).waitFor()
    await page.route("**/session", async (route) => {
      const answer = await route.fetch()
      const session = (await answer.json()) as object
      await route.fulfill({ response: answer, json: { ...session, features: { inbox: false } } })
    })
    await page.reload()
    await page.getByRole("heading", { name: "Using the default relay" }).waitFor()
  })
})
