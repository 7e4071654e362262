import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import { readSettings } from "../src/settings/Settings.js"
import { type Environment, serve, start, stop, temporaryDirectory } from "./support/telemark.js"
import { withEnvironment } from "./support/withEnvironment.js"

const token = "only-for-readers"

const metricsUrl = (document: object): string =>
  "metrics_url" in document && typeof document.metrics_url === "string"
    ? document.metrics_url
    : expect.fail("there is no metrics_url")

const measured = async (environment: Environment = {}) => {
  const { document } = await serve(temporaryDirectory(), {
    TELEMARK_METRICS_PORT: "0",
    ...environment
  })
  return { url: metricsUrl(document), document }
}

const read = (environment: Environment) =>
  Effect.runPromise(Effect.result(withEnvironment(readSettings, environment)))

describe("metrics of telemark serve", () => {
  it("are at a port of their own, and nowhere without one", async () => {
    const { document, url } = await measured()
    const response = await fetch(url)
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8")
    expect(await response.text()).toMatch(/^telemark_queue_messages\{state="due"\} 0$/m)
    expect((await fetch(url, { method: "POST" })).status).toBe(405)
    expect((await fetch(url.replace("/metrics", "/"))).status).toBe(404)
    expect((await fetch(new URL("/metrics", document.url))).status).not.toBe(200)
  })

  it("are for those who know the token", async () => {
    const { url } = await measured({ TELEMARK_METRICS_TOKEN: token })
    for (const authorization of ["", token, "Bearer ", `Bearer ${token}x`, `Basic ${token}`]) {
      const refused = await fetch(url, { headers: { authorization } })
      expect([authorization, refused.status]).toEqual([authorization, 401])
      expect(await refused.text()).not.toContain("telemark_")
    }
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(url, { headers })).status).toBe(200)
  })

  it("need a token where others may come", async () => {
    const at = (host: string, others: Environment = {}) =>
      read({ TELEMARK_METRICS_PORT: "9465", TELEMARK_METRICS_HOST: host, ...others })
    expect(Result.isSuccess(await at("::1"))).toBe(true)
    expect(Result.isSuccess(await at("0.0.0.0", { TELEMARK_METRICS_TOKEN: token }))).toBe(true)
    expect(Result.getOrElse(await at("0.0.0.0"), ({ message }) => message)).toContain(
      "TELEMARK_METRICS_TOKEN is needed where TELEMARK_METRICS_HOST isn't a loopback address"
    )
  })

  it("say what to do if their port is taken", async () => {
    const { url } = await measured()
    const { port } = new URL(url)
    const other = start(["serve"], temporaryDirectory(), {
      TELEMARK_PORT: "0",
      TELEMARK_METRICS_PORT: port
    })
    const { code, stderr } = await other.finished
    expect(code).toBe(1)
    expect(stderr).toContain("set TELEMARK_METRICS_PORT to another port")
  })
})

describe("metrics of telemark worker", () => {
  it("have what it delivered", async () => {
    const directory = temporaryDirectory()
    const server = await serve(directory, {}, ["--no-worker"])
    const { first_start, url } = server.document
    const sent = await fetch(`${url}/emails/send`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${first_start?.key ?? ""}`,
        "content-type": "application/json"
      },
      body: JSON.stringify({ to: "ada@example.com", text: "hello" })
    })
    expect(sent.status).toBe(201)
    const worker = start(["worker", "--json"], directory, { TELEMARK_METRICS_PORT: "0" })
    const metrics = metricsUrl(JSON.parse(await worker.printed(/\}\n$/)) as object)
    await expect
      .poll(async () => (await fetch(metrics)).text())
      .toMatch(/^telemark_attempts_total\{.*outcome="sent".*\} 1$/m)
    expect((await stop(worker)).code).toBe(0)
  })
})
