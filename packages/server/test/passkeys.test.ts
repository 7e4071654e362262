import { SettingsService } from "@simplewebauthn/server"
import { createServer, request as httpRequest } from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, it, onTestFinished } from "vitest"
import { makeAuthenticator } from "./support/authenticator.js"
import { makeCertificate } from "./support/certificate.js"
import { startServing } from "./support/serving.js"
import { temporaryDirectory } from "./support/telemark.js"

// Requests don't go there: the page's address stands in what devices sign.
const origin = "http://localhost:8025"
const own = { "sec-fetch-site": "same-origin", "content-type": "application/json" }

/** A server with a member, who has signed in by an invitation. */
const startWithMember = async () => {
  const { banner, url } = await startServing(temporaryDirectory(), { TELEMARK_PUBLIC_URL: origin })
  const at = new URL(url).origin
  const ask = async (method: string, path: string, cookie = "", json: unknown = {}) => {
    const body = method === "GET" ? undefined : JSON.stringify(json)
    const answer = await fetch(at + path, {
      method,
      headers: { ...own, cookie },
      body: body ?? null
    })
    return {
      status: answer.status,
      body: (await answer.json()) as Readonly<Record<string, unknown>>,
      cookie: /^[^;]*/.exec(answer.headers.get("set-cookie") ?? "")?.[0] ?? ""
    }
  }
  const begin = (json: unknown) => ask("POST", "/session", "", json)
  const accept = ({ invitation_url }: Readonly<Record<string, unknown>>) =>
    begin({ invitation: /#invitation=(.+)$/.exec(String(invitation_url))?.[1] })

  const operator = (await begin({ token: /#token=(\S+)/.exec(banner)?.[1] })).cookie
  const email = "bob@example.com"
  const { body } = await ask("POST", "/v1/members", operator, { email, role: "viewer" })
  const { cookie } = await accept(body)
  const challenge = async () =>
    String((await ask("POST", "/session/passkeys", cookie)).body["challenge"])
  const add = (response: string) => ask("POST", "/session/passkeys", cookie, { response })
  const path = `/v1/members/${email}`
  return { accept, add, ask, at, begin, challenge, cookie, operator, path }
}

describe("passkeys", () => {
  it("are taken of devices that vouch for themselves, or for nothing", async () => {
    const { add, ask, begin, challenge } = await startWithMember()
    const [plain, itself] = [makeAuthenticator(origin), makeAuthenticator(origin)]
    expect((await add(plain.register(await challenge()))).status).toBe(201)
    const packed = itself.register(await challenge(), (signed) => ({
      format: "packed",
      statement: new Map<string, unknown>([
        ["alg", -7],
        ["sig", signed()]
      ])
    }))
    expect((await add(packed)).status).toBe(201)
    for (const device of [plain, itself]) {
      const { body } = await ask("POST", "/session/passkey")
      const passkey = device.signIn(String(body["challenge"]))
      expect((await begin({ passkey })).status).toBe(200)
    }
  })

  it("never call an address that a device's certificate names", async () => {
    let called = 0
    const lists = createServer((_request, response) => {
      called++
      response.end()
    })
    await new Promise<void>((resolve) => {
      lists.listen(0, "127.0.0.1", resolve)
    })
    onTestFinished(() => void lists.close())
    const crl = `http://127.0.0.1:${String((lists.address() as AddressInfo).port)}/list`
    const root = makeCertificate("Root")
    const { der, key } = makeCertificate("Device", { crl, issuer: root })

    const { add, challenge } = await startWithMember()
    for (const format of ["apple", "packed", "android-key", "tpm", "fido-u2f"] as const) {
      const known = SettingsService.getRootCertificates({ identifier: format })
      SettingsService.setRootCertificates({ identifier: format, certificates: [root.pem] })
      const response = makeAuthenticator(origin).register(await challenge(), (signed) => ({
        format,
        statement: new Map<string, unknown>([
          ["alg", -7],
          ["sig", signed(key)],
          ["x5c", [new Uint8Array(der)]]
        ])
      }))
      const { body, status } = await add(response)
      SettingsService.setRootCertificates({ identifier: format, certificates: known })
      expect([called, status, body["error"]]).toEqual([0, 400, "passkey_refused"])
    }
  })

  it("aren't taken with a body that is held back until the member is invited again", async () => {
    const { accept, ask, at, begin, challenge, cookie, operator, path } = await startWithMember()
    const device = makeAuthenticator(origin)
    const body = JSON.stringify({ response: device.register(await challenge()) })
    const held = httpRequest(`${at}/session/passkeys`, {
      method: "POST",
      headers: { ...own, cookie, "content-length": body.length, expect: "100-continue" }
    })
    const answered = new Promise<number | undefined>((resolve, reject) => {
      held.on("error", reject).on("response", (response) => {
        resolve(response.resume().statusCode)
      })
    })
    const begun = new Promise((resolve) => held.on("continue", resolve))
    held.flushHeaders()
    await begun
    const invited = await ask("POST", `${path}/invite`, operator)
    held.end(body)
    expect(await answered).toBe(401)

    expect((await accept(invited.body)).status).toBe(200)
    const { body: asked } = await ask("POST", "/session/passkey")
    expect((await begin({ passkey: device.signIn(String(asked["challenge"])) })).status).toBe(401)
  })

  it("leave an entry when they are refused, and so does a session that its owner ends", async () => {
    const { ask, begin, cookie, operator } = await startWithMember()
    const entries = async () => {
      const { body } = await ask("GET", "/v1/audit-log", operator)
      return (body["data"] as ReadonlyArray<Readonly<Record<string, unknown>>>).slice(0, 2)
    }
    expect((await begin({ passkey: "{}" })).status).toBe(401)
    const refused = { operation: "session.begin", outcome: "refused", actor: { kind: "member" } }
    expect((await entries())[0]).toMatchObject(refused)

    const { body } = await ask("GET", "/session/all", cookie)
    const [{ id } = { id: "" }] = body["data"] as ReadonlyArray<{ readonly id: string }>
    const path = `/session/all/${id}`
    expect((await ask("DELETE", path, cookie)).status).toBe(200)
    expect((await ask("DELETE", path, cookie)).status).toBe(401)
    expect(await entries()).toMatchObject([
      {
        operation: "session.end",
        outcome: "done",
        actor: { kind: "member", name: "bob@example.com" },
        target: { kind: "session", id },
        ip_address: "127.0.0.1"
      },
      refused
    ])
  })
})
