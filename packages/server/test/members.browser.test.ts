import { hasBrowser, type OpenPage, startBrowser, type TestBrowser } from "@telemark-tools/browser"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { client, startProvider } from "./support/identityProvider.js"
import { startServing } from "./support/serving.js"
import { startFront } from "./support/startFront.js"
import { temporaryDirectory } from "./support/telemark.js"

const heading = ({ page }: OpenPage, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true })

describe.runIf(hasBrowser())("in a browser, members", () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  it("sign in at an identity provider, come back to their page, and sign out there, too", async () => {
    const front = await startFront()
    const { issuer } = await startProvider(
      { sub: "1", email: "ada@example.com", email_verified: true, groups: ["mail-admins"] },
      front.url
    )
    const { url } = await startServing(temporaryDirectory(), {
      TELEMARK_PUBLIC_URL: front.url,
      TELEMARK_OIDC_ISSUER: issuer,
      TELEMARK_OIDC_CLIENT_ID: client.id,
      TELEMARK_OIDC_CLIENT_SECRET: client.secret,
      TELEMARK_OIDC_ROLES: "groups: mail-admins=admin"
    })
    front.leadTo(url)
    const opened = await browser.open(`${front.url}/templates?x=1`)
    const { page } = opened
    const button = page.getByRole("button", { name: `Sign in with ${new URL(issuer).host}` })
    await button.waitFor()
    expect(await opened.violations()).toEqual([])
    await button.click()
    await heading(opened, "Templates").waitFor()
    expect(page.url()).toBe(`${front.url}/templates?x=1`)

    await page.getByRole("link", { name: "Members" }).click()
    await page.getByRole("link", { name: "ada@example.com" }).waitFor()
    expect(await opened.violations()).toEqual([])
    await page.getByRole("button", { name: "Invite" }).click()
    const dialog = page.getByRole("dialog", { name: "Invite a member" })
    await dialog.getByLabel("Address").fill("ADA@example.com")
    await dialog.getByRole("button", { name: "Invite" }).click()
    await dialog.getByText("belongs to a member of this server already").waitFor()
    await dialog.getByLabel("Address").fill("bob@example.com")
    await dialog.getByLabel("Role").selectOption("Support")
    expect(await opened.violations()).toEqual([])
    await dialog.getByRole("button", { name: "Invite" }).click()
    await page.getByText("An invitation was sent to bob@example.com.").waitFor()

    await page.getByRole("link", { name: "ada@example.com" }).click()
    await heading(opened, "ada@example.com").waitFor()
    await page.getByText("The role follows from the member's groups").waitFor()
    await page.getByRole("button", { name: "Disable" }).click()
    const asked = page.getByRole("dialog", { name: "Disable ada@example.com?" })
    await asked.getByRole("button", { name: "Disable" }).click()
    await asked.getByText("it is the last one").waitFor()
    await asked.getByRole("button", { name: "Cancel" }).click()

    await page.locator("details.account summary").click()
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.waitForURL((at) => at.origin === issuer)
    await page.goto(`${front.url}/templates`)
    await heading(opened, "Sign in to Telemark").waitFor()
    // Whoever comes with an answer that this browser didn't leave for gets in nowhere.
    await page.goto(`${front.url}/signed-in?code=x&state=y`)
    await page.getByText("The identity provider didn't sign you in. Try again.").waitFor()
    await button.waitFor()
    expect(page.url()).toBe(`${front.url}/`)
    await opened.close()
  })

  it("sign in by a passkey of their device, whose answer counts once, until they are disabled", async () => {
    const front = await startFront()
    // Passkeys are for names.
    const origin = front.url.replace("127.0.0.1", "localhost")
    const { banner, url } = await startServing(temporaryDirectory(), {
      TELEMARK_PUBLIC_URL: origin
    })
    front.leadTo(url)
    const ask = (path: string, json: unknown, cookie = "", method = "POST") =>
      fetch(front.url + path, {
        method,
        headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", cookie },
        body: JSON.stringify(json)
      })
    const token = /#token=(\S+)/.exec(banner)?.[1] ?? ""
    const operator = (await ask("/session", { token })).headers.get("set-cookie")?.split(";")[0]
    const invited = await ask("/v1/members", { email: "bob@example.com", role: "viewer" }, operator)
    const { invitation_url, member } = (await invited.json()) as {
      readonly invitation_url: string
      readonly member: { readonly id: string }
    }

    const opened = await browser.open(invitation_url)
    const { page } = opened
    const devices = await page.context().newCDPSession(page)
    await devices.send("WebAuthn.enable")
    await devices.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true
      }
    })
    await page.getByRole("link", { name: "Sessions" }).click()
    await page.getByRole("heading", { name: "No passkeys" }).waitFor()
    await page.getByRole("button", { name: "Add a passkey" }).click()
    await page.getByRole("button", { name: "Remove this passkey" }).waitFor()
    expect(await opened.violations()).toEqual([])
    // The same device again.
    await page.getByRole("button", { name: "Add a passkey" }).click()
    await page
      .getByRole("button", { name: "Add a passkey" })
      .and(page.locator(":enabled"))
      .waitFor()
    expect(await page.getByRole("button", { name: "Remove this passkey" }).count()).toBe(1)

    const signOut = async () => {
      await page.locator("details.account summary").click()
      await page.getByRole("button", { name: "Sign out" }).click()
      await heading(opened, "Sign in to Telemark").waitFor()
    }
    await signOut()
    const byPasskey = page.getByRole("button", { name: "Sign in with a passkey" })
    await byPasskey.waitFor()
    expect(await opened.violations()).toEqual([])
    const sent = page.waitForRequest(
      (request) => request.method() === "POST" && request.url() === `${origin}/session`
    )
    await byPasskey.click()
    await page.getByRole("link", { name: "Sessions" }).waitFor()
    const answer = (await sent).postDataJSON() as { readonly passkey: string }
    const again = await ask("/session", answer)
    expect(again.status).toBe(401)
    const changed = answer.passkey.replace(/"signature":"..../, '"signature":"AAAA')
    for (const passkey of [changed, "{}", "", "[]", '{"id":"x"}', "x".repeat(3000)])
      expect((await ask("/session", { passkey })).status).toBe(401)

    await ask(`/v1/members/${member.id}`, { disabled: true }, operator, "PATCH")
    await page.goto(`${origin}/`)
    await byPasskey.click()
    await page.getByText("This passkey isn't known here any more.").waitFor()
    await ask(`/v1/members/${member.id}`, { disabled: false }, operator, "PATCH")
    await byPasskey.click()
    await page.getByRole("link", { name: "Sessions" }).waitFor()
    await opened.close()
  })

  it("sign in by an invitation, once, do what their role allows, and lose it at once", async () => {
    const { banner, url } = await startServing(temporaryDirectory())
    const { origin } = new URL(url)
    const token = /#token=(\S+)/.exec(banner)?.[1] ?? ""
    const opened = await browser.open(`${origin}/members#token=${token}`)
    const { page } = opened
    await page.getByRole("heading", { name: "No members yet" }).waitFor()
    await page.getByRole("button", { name: "Invite" }).click()
    const dialog = page.getByRole("dialog", { name: "Invite a member" })
    await dialog.getByLabel("Address").fill("bob@example.com")
    await dialog.getByRole("button", { name: "Invite" }).click()
    const shown = page.getByRole("dialog", { name: "The invitation of bob@example.com" })
    const link = await shown.getByRole("region", { name: "Invitation" }).innerText()
    expect(await opened.violations()).toEqual([])
    await shown.getByRole("button", { name: "Done" }).click()
    expect(link).toMatch(new RegExp(`^${origin}/#invitation=[\\w-]{43}$`))

    const bob = await browser.open(link)
    await heading(bob, "Overview").waitFor()
    expect(bob.page.url()).toBe(`${origin}/`)
    expect(await bob.page.getByRole("link", { name: "API keys" }).count()).toBe(0)
    expect(await bob.page.getByRole("link", { name: "Members" }).count()).toBe(0)
    await bob.page.getByRole("link", { name: "Sessions" }).click()
    await bob.page.getByText("This one").waitFor()
    expect(await bob.violations()).toEqual([])

    const late = await browser.open(link)
    await late.page.getByText("This invitation was used or has expired.").waitFor()

    await page.getByRole("link", { name: "bob@example.com" }).click()
    await page.getByRole("button", { name: "End the session in Chrome" }).waitFor()
    expect(await opened.violations()).toEqual([])
    await page.getByRole("button", { name: "Disable" }).click()
    await page
      .getByRole("dialog", { name: "Disable bob@example.com?" })
      .getByRole("button", { name: "Disable" })
      .click()
    await page.getByRole("button", { name: "Enable" }).waitFor()
    await bob.page.getByRole("link", { name: "Messages" }).click()
    await heading(bob, "Sign in to Telemark").waitFor()
    await Promise.all([opened.close(), bob.close(), late.close()])
  })
})
