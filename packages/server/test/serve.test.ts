import { describe, expect, it } from "@effect/vitest"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { join } from "node:path"
import { askAt } from "./support/askAt.js"
import { call } from "./support/call.js"
import { readInbox } from "./support/readInbox.js"
import { serve, start, stop, temporaryDirectory } from "./support/telemark.js"

const keyPattern = /tmk_[0-9A-Za-z]{10}_[0-9A-Za-z]{49}/g

const listKeys = (url: string, key: string): Promise<Response> =>
  fetch(`${url}/api-keys`, { headers: { authorization: `Bearer ${key}` } })

const tokenOf = (address = "") => /#token=([\w-]{43})$/m.exec(address)?.[1]

/** As the dashboard does by a printed address. */
const signIn = (origin: string, token: string | undefined): Promise<Response> =>
  fetch(`${origin}/session`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ token })
  })

describe("telemark serve", () => {
  it("prints a key that works at its first start, none at the second, and stops with 0", async () => {
    const directory = temporaryDirectory()
    const first = start(["serve"], directory, { TELEMARK_PORT: "0" })
    const banner = await first.printed(/curl [\s\S]*-d .*\n/)
    const [, url = ""] = /API +(\S+)/.exec(banner) ?? []
    const keys = new Set(banner.match(keyPattern))
    expect(keys.size).toBe(1)
    const [key = ""] = keys
    expect((await listKeys(url, key)).status).toBe(200)
    const { code, stderr, stdout } = await stop(first)
    expect({ code, stdout }).toEqual({ code: 0, stdout: banner })
    expect(stderr).not.toContain(key)

    const second = start(["serve"], directory, { TELEMARK_PORT: "0" })
    const again = await second.printed(/Database .*\n/)
    expect(again).not.toMatch(keyPattern)
    for (const printed of [banner, again])
      expect(printed).toContain("in a clone, `npm run telemark -- dashboard`")
    expect((await stop(second)).code).toBe(0)
  })

  it("prints one document with --json, and logs to standard error", async () => {
    const server = await serve(temporaryDirectory(), { TELEMARK_LOG_LEVEL: "debug" })
    expect(server.document).toMatchObject({ first_start: { tenant: "default" } })
    expect(server.document.inbox_url).toMatch(
      new RegExp(`^${server.document.url.replace("/v1", "/inbox")}#token=[\\w-]{43}$`)
    )
    const { stderr, stdout } = await stop(server)
    expect(JSON.parse(stdout)).toEqual(server.document)
    const lines = stderr
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { level: string; message: string })
    expect(lines).toContainEqual(expect.objectContaining({ level: "info", message: "serving" }))
    expect(lines.some(({ level }) => level === "debug")).toBe(true)
  })

  it("lets exactly one of two that start at once make the key", async () => {
    const directory = temporaryDirectory()
    const servers = await Promise.all([serve(directory), serve(directory)])
    const keys = servers.flatMap(({ document }) => document.first_start?.key ?? [])
    expect(keys).toHaveLength(1)
    for (const { document } of servers)
      expect((await listKeys(document.url, keys[0] ?? "")).status).toBe(200)
    expect((await Promise.all(servers.map(stop))).map(({ code }) => code)).toEqual([0, 0])
  })

  it("keeps mail in the inbox, which opens with the token that it prints, and shows no stranger anything", async () => {
    const server = await serve(temporaryDirectory())
    const { first_start, inbox_url = "", url } = server.document
    const { origin } = new URL(url)
    const sent = await fetch(`${url}/emails/send`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${first_start?.key ?? ""}`,
        "content-type": "application/json"
      },
      body: JSON.stringify({ to: "ada@example.com", subject: "Hello", text: "It works." })
    })
    expect(sent.status).toBe(201)
    const inbox = () => readInbox(url, first_start?.key)
    await expect.poll(inbox).toMatchObject([{ to: "ada@example.com", subject: "Hello" }])
    const signedIn = await signIn(origin, tokenOf(inbox_url))
    const [cookie = ""] = signedIn.headers.get("set-cookie")?.split(";") ?? []
    const opened = await fetch(`${url}/inbox`, { headers: { cookie } })
    expect(await opened.json()).toMatchObject({ data: [{ to: "ada@example.com" }] })
    // Neither the address of a page nor the name that it is reached by opens anything.
    for (const [host, path] of [
      ["localhost", "/inbox"],
      ["localhost", "/v1/inbox"],
      ["mail.example.com", `/inbox/${(await inbox())[0]?.id ?? ""}`]
    ] as const) {
      const { headers, text } = await askAt(host, origin + path)
      expect(headers).not.toHaveProperty("set-cookie")
      expect(text).not.toMatch(/ada@example|Hello/)
    }
  })

  it("leads people from / to what there is, and programs too", async () => {
    const { document } = await serve(temporaryDirectory(), {}, ["--no-worker"])
    const { origin } = new URL(document.url)
    const page = await fetch(`${origin}/`, { headers: { accept: "text/html,*/*" } })
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8")
    const text = await page.text()
    expect(text).toContain('<base href="./">')
    expect(text).not.toMatch(/tmk_|token=/)
    for (const path of ["/inbox", "/docs", "/openapi.json", "/healthz", "/readyz"]) {
      expect((await fetch(origin + path, { headers: { accept: "text/html" } })).status).toBe(200)
    }
    expect(await (await fetch(`${origin}/`)).json()).toMatchObject({
      url: document.url,
      docs_url: `${origin}/docs`,
      inbox_url: `${origin}/inbox`
    })
    expect(await (await fetch(`${origin}/`, { method: "POST" })).json()).toEqual({
      error: "not_found",
      message: expect.any(String) as unknown
    })
    expect(await (await fetch(`${origin}/nothing`)).json()).toEqual({
      error: "not_found",
      message: expect.any(String) as unknown
    })
  })

  it("has an address of its inbox that signs in printed by each start, and by telemark inbox", async () => {
    const directory = temporaryDirectory()
    const environment = {
      TELEMARK_DATABASE_URL: `sqlite:${join(directory, "mail.db")}`,
      TELEMARK_LOG_LEVEL: "none"
    }
    const first = await serve(directory, environment, ["--no-worker"])
    await stop(first)
    const { document } = await serve(directory, environment, ["--no-worker"])
    const { origin } = new URL(document.url)
    expect(document).not.toHaveProperty("first_start")
    const printed = await call(["inbox"], environment)
    expect(printed).toMatchObject({ code: 0, stderr: expect.stringContaining("once") as unknown })
    const { inbox_url, ...more } = JSON.parse(
      (await call(["inbox", "--json"], { ...environment, TELEMARK_PUBLIC_URL: origin })).stdout
    ) as { readonly inbox_url: string }
    expect(more).toEqual({ expires_at: expect.any(String) as unknown })
    expect(inbox_url).toMatch(new RegExp(`^${origin}/inbox#token=`))
    for (const address of [
      first.document.inbox_url,
      document.inbox_url,
      document.dashboard_url,
      printed.stdout,
      inbox_url
    ])
      expect((await signIn(origin, tokenOf(address))).status).toBe(200)
    expect(
      await call(["inbox"], { ...environment, TELEMARK_SMTP_URL: "smtp://127.0.0.1:1?tls=none" })
    ).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("there is no inbox") as unknown
    })
  })

  it("signs in once by the address that the first start prints, and by those of telemark dashboard", async () => {
    const directory = temporaryDirectory()
    const environment = {
      TELEMARK_DATABASE_URL: `sqlite:${join(directory, "mail.db")}`,
      TELEMARK_LOG_LEVEL: "none"
    }
    const { document } = await serve(directory, environment, ["--no-worker"])
    const { origin } = new URL(document.url)
    const signedIn = async (address: string | undefined) => {
      const answer = await signIn(origin, tokenOf(address))
      return [answer.status, (await answer.json()) as unknown]
    }
    const operator: ReadonlyArray<unknown> = [
      200,
      expect.objectContaining({
        tenant: "default",
        operator: true,
        features: { inbox: true, sessions: true }
      })
    ]
    expect(document.dashboard_url).toMatch(new RegExp(`^${origin}/#token=`))
    expect(await signedIn(document.dashboard_url)).toEqual(operator)
    expect(await signedIn(document.dashboard_url)).toEqual([401, expect.anything()])
    const printed = await call(["dashboard"], environment)
    expect(printed).toMatchObject({ code: 0, stderr: expect.stringContaining("once") as unknown })
    expect(await signedIn(printed.stdout)).toEqual(operator)
    const { dashboard_url } = JSON.parse(
      (
        await call(["dashboard", "--json"], {
          ...environment,
          TELEMARK_PUBLIC_URL: "https://mail.shop.example"
        })
      ).stdout
    ) as { readonly dashboard_url: string }
    expect(dashboard_url).toMatch(/^https:\/\/mail\.shop\.example\/#token=/)
    expect(await signedIn(dashboard_url)).toEqual(operator)
    const unused = (await call(["dashboard"], environment)).stdout
    expect(await call(["dashboard", "--sign-out-all"], environment)).toMatchObject({
      code: 0,
      stdout: "Everybody is signed out.\n"
    })
    expect(await signedIn(unused)).toEqual([401, expect.anything()])
  })

  it("has no inbox when mail goes to a relay, and signs in at its first start alone", async () => {
    const directory = temporaryDirectory()
    const relay = { TELEMARK_SMTP_URL: "smtp://127.0.0.1:1?tls=none" }
    const server = await serve(directory, relay, ["--no-worker"])
    expect(server.document).not.toHaveProperty("inbox_url")
    expect(server.document.dashboard_url).toContain("#token=")
    const home = await fetch(server.document.url.replace("/v1", "/"))
    expect(await home.json()).not.toHaveProperty("inbox_url")
    await stop(server)
    const later = await serve(directory, relay, ["--no-worker"])
    expect(later.document.dashboard_url).not.toContain("#")
  })

  it("refuses settings that can't be used, all at once, by name and without a stack", async () => {
    const { code, stderr, stdout } = await call(["serve"], {
      TELEMARK_PORT: "http",
      TELEMARK_DATABASE_URL: "postgres://ada:s3cret@localhost",
      TELEMARK_TRANSPORT: "direct"
    })
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toMatch(
      /TELEMARK_PORT takes[\s\S]*TELEMARK_DATABASE_URL names no database[\s\S]*TELEMARK_TRANSPORT names the direct/
    )
    expect(stderr).not.toMatch(/s3cret|\n\s+at /)
  })

  it("refuses a relay URL that can't be used before it opens anything", async () => {
    const filename = join(temporaryDirectory(), "mail.db")
    const { code, stderr } = await call(["serve"], {
      TELEMARK_PORT: "0",
      TELEMARK_DATABASE_URL: `sqlite:${filename}`,
      TELEMARK_SMTP_URL: "smtp://ada@relay.example.com"
    })
    expect(code).toBe(1)
    expect(stderr).toContain("TELEMARK_SMTP_URL needs both a user and a password")
    expect(stderr).not.toMatch(/ada|\n\s+at /)
    expect(existsSync(filename)).toBe(false)
  })

  it.each(["serve", "worker"])(
    "has %s warn of variables that only look like settings, without their values",
    async (command) => {
      const mistyped = { TELEMARK_PROT: "s3cret", TELEMARK_SMPT_URL: "s3cret", TELEMARK_PORT: "0" }
      const running = start([command, "--json"], temporaryDirectory(), mistyped)
      await running.printed(/\}\n$/)
      const { stderr } = await stop(running)
      const lines = stderr
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>)
      expect(lines.filter(({ level }) => level === "warn")).toEqual([
        expect.objectContaining({
          message: expect.stringContaining("have no effect") as unknown,
          names: ["TELEMARK_PROT", "TELEMARK_SMPT_URL"]
        })
      ])
      expect(stderr).not.toContain("s3cret")
    }
  )

  it.each<[string, (directory: string) => string]>([
    [
      "lies below a file",
      (directory) => {
        writeFileSync(join(directory, "file"), "")
        return "file/telemark.db"
      }
    ],
    [
      "is a directory",
      (directory) => {
        mkdirSync(join(directory, "telemark.db"))
        return "telemark.db"
      }
    ],
    [
      "is no database",
      (directory) => {
        writeFileSync(join(directory, "telemark.db"), "Dear diary, ".repeat(1000))
        return "telemark.db"
      }
    ]
  ])("says what to do when the database %s", async (_, prepare) => {
    const directory = temporaryDirectory()
    const path = prepare(directory)
    const { code, stderr, stdout } = await call(["serve"], {
      TELEMARK_DATABASE_URL: `sqlite:${join(directory, path)}`,
      TELEMARK_PORT: "0"
    })
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toMatch(
      new RegExp(`^telemark: .*${join(directory, path)}.*TELEMARK_DATABASE_URL.*\\n$`)
    )
  })

  it("says what to do when its port is taken, and leaves the first key to the next start", async () => {
    const directory = temporaryDirectory()
    const other = createServer()
    await new Promise<void>((resolve) => {
      other.listen(0, "127.0.0.1", resolve)
    })
    const { port } = other.address() as AddressInfo
    const { code, stderr, stdout } = await call(["serve"], {
      TELEMARK_PORT: String(port),
      TELEMARK_DATABASE_URL: `sqlite:${join(directory, "telemark-data/telemark.db")}`
    })
    other.close()
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toMatch(
      new RegExp(`^telemark: Port ${port} of 127.0.0.1 is in use already.*TELEMARK_PORT.*\\n$`)
    )
    expect((await serve(directory)).document.first_start?.key).toMatch(keyPattern)
  })

  it("waits for a request in flight, and stops at once at the second signal", async () => {
    const server = await serve(temporaryDirectory())
    const { first_start, url } = server.document
    const socket = connect(Number(new URL(url).port), "127.0.0.1")
    socket.on("error", () => undefined)
    socket.write(
      "POST /v1/emails/send HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n" +
        `Authorization: Bearer ${first_start?.key ?? ""}\r\nExpect: 100-continue\r\n\r\n`
    )
    await new Promise((resolve) => {
      socket.once("data", resolve)
    })
    server.child.kill("SIGTERM")
    await expect
      .poll(() =>
        fetch(url).then(
          () => "accepted",
          () => "refused"
        )
      )
      .toBe("refused")
    expect(server.child.exitCode).toBeNull()
    server.child.kill("SIGTERM")
    const { code, signal } = await server.finished
    expect(signal ?? code).not.toBe(0)
  })
})

describe("telemark worker", () => {
  it("delivers what a server without a worker accepted", async () => {
    const directory = temporaryDirectory()
    const server = await serve(directory, {}, ["--no-worker"])
    const { first_start, url } = server.document
    const headers = {
      authorization: `Bearer ${first_start?.key ?? ""}`,
      "content-type": "application/json"
    }
    const body = JSON.stringify({ to: "ada@example.com", text: "hello" })
    expect((await fetch(`${url}/emails/send`, { method: "POST", headers, body })).status).toBe(201)
    const worker = start(["worker"], directory)
    await expect.poll(() => readInbox(url, first_start?.key)).toHaveLength(1)
    expect((await stop(worker)).code).toBe(0)
  })
})

describe("OTEL_EXPORTER_OTLP_ENDPOINT", () => {
  it("has traces of requests sent to the collector, without paths", async () => {
    const received: Array<{ readonly path: string | undefined; readonly body: string }> = []
    const collector = createServer((request, response) => {
      let body = ""
      request.setEncoding("utf8").on("data", (part: string) => {
        body += part
      })
      request.on("end", () => {
        received.push({ path: request.url, body })
        response.writeHead(200, { "content-type": "application/json" }).end("{}")
      })
    })
    await new Promise<void>((resolve) => {
      collector.listen(0, "127.0.0.1", resolve)
    })
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
    const server = await serve(temporaryDirectory(), { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
    const { first_start, url } = server.document
    await fetch(`${url}/suppressions/check/ada@example.com`, {
      headers: { authorization: `Bearer ${first_start?.key ?? ""}` }
    })
    expect((await stop(server)).code).toBe(0)
    collector.close()
    const traces = received
      .filter(({ path }) => path === "/v1/traces")
      .map(({ body }) => body)
      .join("\n")
    expect(traces).toContain("http.server GET")
    expect(traces).toContain("telemark")
    expect(traces).not.toMatch(/ada@|ada%40|tmk_/)
  })
})
