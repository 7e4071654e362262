import { readdirSync, readFileSync } from "node:fs"
import { posix } from "node:path"
import { createContext, Script } from "node:vm"
import ts from "typescript"
import { describe, expect, it } from "vitest"
import type * as Client from "../src/index.js"
import { apiKey } from "./support/client.js"
import {
  body,
  event,
  now,
  refusal,
  secret,
  serviceHeaders,
  standardHeaders
} from "./support/signing.js"

const source = new URL("../src/", import.meta.url)

/** What every browser and edge runtime has of what the client uses. */
const web = (more: object = {}) =>
  createContext({
    AbortController,
    atob,
    btoa,
    clearTimeout,
    crypto,
    Headers,
    setTimeout,
    TextDecoder,
    TextEncoder,
    URL,
    URLSearchParams,
    ...more
  })

const transpiled = new Map<string, string>()

const transpile = (path: string): string => {
  const known = transpiled.get(path)
  if (known !== undefined) return known
  const { outputText } = ts.transpileModule(
    readFileSync(new URL(path.replace(/\.js$/, ".ts"), source), "utf8"),
    {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 }
    }
  )
  transpiled.set(path, outputText)
  return outputText
}

/** Loads the client where there is nothing but the language and `web`. */
const load = (context: object): typeof Client => {
  const loaded = new Map<string, object>()
  const enter = (path: string): object => {
    const known = loaded.get(path)
    if (known !== undefined) return known
    const exports = {}
    loaded.set(path, exports)
    const module = new Script(`(exports, require) => {${transpile(path)}\n}`).runInContext(
      context
    ) as (exports: object, require: unknown) => void
    module(exports, (specifier: string) => {
      if (!/^\.\.?\//.test(specifier)) throw new Error(`The client imports ${specifier}.`)
      return enter(posix.join(posix.dirname(path), specifier))
    })
    return exports
  }
  return enter("index.js") as typeof Client
}

describe("the client", () => {
  it("imports nothing but itself, and Effect where it is for Effect", () => {
    const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".ts")
    )
    expect(files.length).toBeGreaterThan(30)
    for (const name of files) {
      const isForEffect = name.startsWith("effect/") || name === "effect.ts"
      const { importedFiles } = ts.preProcessFile(readFileSync(new URL(name, source), "utf8"))
      const foreign = importedFiles
        .map(({ fileName }) => fileName)
        .filter((specifier) => !/^\.\.?\/[\w/]+\.js$/.test(specifier))
      expect(
        foreign.filter((specifier) => !(isForEffect && /^effect(?:\/|$)/.test(specifier)))
      ).toEqual([])
      expect(
        isForEffect ? [] : importedFiles.filter(({ fileName }) => fileName.includes("effect/"))
      ).toEqual([])
    }
  })

  it("verifies webhooks where there is nothing of Node", async () => {
    const client = load(web())
    for (const headers of [new Headers(standardHeaders()), serviceHeaders()]) {
      for (const one of [body, Buffer.from(body), new TextEncoder().encode(body).buffer]) {
        const verified = await client.verifyWebhook(one, headers, secret, { now: () => now })
        expect(JSON.parse(JSON.stringify(verified))).toEqual(event)
      }
    }
  })

  it("refuses them there as well, with an error of its own", async () => {
    const client = load(web())
    const verification = client.verifyWebhook(`${body} `, standardHeaders(), secret, {
      now: () => now
    })
    await expect(verification).rejects.toBeInstanceOf(client.WebhookVerificationFailed)
    await expect(refusal(verification)).rejects.toMatchObject({ reason: "mismatch" })
  })

  it("sends and lists mail where there is nothing of Node", async () => {
    const requests: Array<{ readonly url: string; readonly init: RequestInit }> = []
    const answers = [
      Response.json({ queued: [], suppressed: [], idempotent_replay: false }),
      Response.json({ data: [{ id: "em_1" }], limit: 100, offset: 0, next: null })
    ]
    const fetch = (url: string, init: RequestInit) => {
      requests.push({ url, init })
      return Promise.resolve(
        answers.shift() ?? Response.json({ error: "not_found" }, { status: 404 })
      )
    }
    const { createClient, NotFound } = load(web({ fetch }))
    const client = createClient({ baseUrl: "https://mail.example.com/v1", apiKey })
    await client.emails.send({
      to: "ada@example.com",
      text: "hello",
      attachments: [{ filename: "a", content: new Uint8Array([1, 2, 3]) }]
    })
    for await (const { id } of client.emails.all()) expect(id).toBe("em_1")
    await expect(client.emails.get("em_2")).rejects.toBeInstanceOf(NotFound)
    expect(requests.map(({ init, url }) => `${init.method ?? ""} ${url}`)).toEqual([
      "POST https://mail.example.com/v1/emails/send",
      "GET https://mail.example.com/v1/emails?limit=100",
      "GET https://mail.example.com/v1/emails/em_2"
    ])
  })
})
