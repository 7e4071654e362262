import { freePort } from "@telemark-tools/connections"
import { say, startSmtpPeer, startWebhookPeer } from "@telemark/testing"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { command, eventually, serve, temporaryFolder } from "./harness.js"

/** Keeps whatever is exported to it. */
const startCollector = async () => {
  const bodies: Array<string> = []
  const server = createServer((request, response) => {
    let body = ""
    request.setEncoding("utf8").on("data", (part: string) => {
      body += part
    })
    request.on("end", () => {
      bodies.push(body)
      response.writeHead(200, { "content-type": "application/json" }).end("{}")
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  onTestFinished(() => {
    server.close()
  })
  return { bodies, url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` }
}

const password = "planted-password"
const token = "planted-token-of-metrics"
const ada = "planted-ada@example.com"
const gone = "planted-gone@example.com"
const greylisted = "planted-later@example.com"

describe("what is secret or somebody's", () => {
  it("stands in no log, metric, trace, finding or backup, whatever fails", async () => {
    const relay = await startSmtpPeer({
      login: { user: "planted-user", password },
      rules: [
        say("rcpt", `550 5.1.1 <${gone}>: no such user`, { to: gone }),
        say("rcpt", `451 4.7.1 <${greylisted}> is greylisted`, { to: greylisted })
      ]
    })
    const endpoint = await startWebhookPeer()
    endpoint.answer(({ body }) => ({ status: 500, body: `planted-answer ${body}` }))
    onTestFinished(async () => {
      await Promise.all([relay.close(), endpoint.close()])
    })
    const collector = await startCollector()
    const folder = await temporaryFolder()
    const filename = join(folder, "mail.db")
    const metricsPort = await freePort()
    const environment = {
      TELEMARK_DATABASE_URL: `sqlite:${filename}`,
      TELEMARK_SMTP_URL: `${relay.url}?tls=none`,
      TELEMARK_FROM: "shop@example.com",
      TELEMARK_ALLOW_NETWORKS: "127.0.0.1/32",
      TELEMARK_LOG_LEVEL: "trace",
      TELEMARK_METRICS_PORT: String(metricsPort),
      TELEMARK_METRICS_TOKEN: token,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url
    }
    const server = await serve(environment)
    const key = server.key ?? ""
    const ask = (method: string, path: string, body?: unknown, headers: object = {}) =>
      fetch(`${server.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === "string" ? body : JSON.stringify(body) })
      })

    const made = (await (
      await ask("POST", "/webhook-endpoints", {
        url: `${endpoint.url}/planted-path`,
        events: ["email.sent", "email.bounced", "email.deferred"]
      })
    ).json()) as { readonly secret: string }
    await ask("POST", "/smtp-config", {
      provider: "custom",
      host: "127.0.0.1",
      port: await freePort(),
      username: "planted-user",
      password
    })
    await ask("POST", "/smtp-config/verify", {})
    await ask("DELETE", "/smtp-config")
    await ask("POST", "/domains", { domain: "planted.example" })
    for (const to of [ada, gone, greylisted])
      await ask("POST", "/emails/send", {
        to: `Planted Name <${to}>`,
        subject: "planted-subject",
        text: "planted-body",
        metadata: { planted: "planted-value" },
        tags: { planted: "planted-tag" }
      })
    await ask("POST", "/suppressions", { email_address: ada, reason: "planted-reason" })

    // What is refused: wrong values, wrong bodies, wrong keys, wrong places.
    await ask("POST", "/emails/send", { to: "planted", subject: ["planted"], html: 7 })
    await ask("POST", "/emails/send", `{"to": "${ada}", planted`)
    await ask("GET", `/emails?recipient=${ada}&planted=planted`)
    await ask("GET", `/suppressions/check/${ada}?key=${key}`)
    await ask("GET", `/planted/${ada}?api_key=${key}`)
    await ask("POST", "/people/erase", { email_address: ada })
    await ask("GET", "/emails", undefined, { authorization: "Bearer tmk_planted_0123456789" })
    await ask("GET", "/emails", undefined, { authorization: "planted", "x-planted": "planted" })
    await ask("POST", "/templates", {
      name: "planted",
      subject_template: "{{planted",
      html: "{{#planted}}"
    })
    await ask("POST", "/feedback/planted-source", { planted: ada })

    await eventually(() => {
      expect(endpoint.requests.length).toBeGreaterThan(2)
      expect(relay.commands.filter((line) => line.includes(greylisted)).length).toBeGreaterThan(0)
      expect(collector.bodies.join("")).toContain("telemark.attempt")
    })
    const metrics = await (
      await fetch(`http://127.0.0.1:${String(metricsPort)}/metrics`, {
        headers: { authorization: `Bearer ${token}` }
      })
    ).text()
    expect(metrics).toContain("telemark_attempts_total")
    const backup = join(folder, "backup.db")
    await command(["backup", backup], environment)
    const findings = await command(["doctor", "--json"], environment).catch(String)
    expect(await server.end("SIGTERM")).toBe(0)

    const outputs = {
      log: server.log(),
      metrics,
      findings,
      exported: collector.bodies.join("\n")
    }
    for (const [name, output] of Object.entries(outputs)) {
      expect(output, name).not.toBe("")
      for (const found of output.match(/.{0,80}planted.{0,80}/gi) ?? [])
        expect.soft(found, name).toBeUndefined()
    }
    const secrets = [key.slice(key.lastIndexOf("_") + 1), made.secret, password, token]
    secrets.push((await readFile(`${filename}.secret`, "utf8")).trim())
    const everywhere = [...Object.values(outputs), (await readFile(backup)).toString("latin1")]
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(8)
      for (const output of everywhere) expect(output.includes(secret)).toBe(false)
    }
  })
})
