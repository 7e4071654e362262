import { readdirSync, readFileSync } from "node:fs"
import { createContext, Script } from "node:vm"
import ts from "typescript"
import { describe, expect, it } from "vitest"
import type * as Client from "../src/index.js"
import { body, event, now, refusal, secret, serviceHeaders, standardHeaders } from "./support/signing.js"

const source = new URL("../src/", import.meta.url)

/** What every browser and edge runtime has of what the client uses. */
const web = () => createContext({ atob, btoa, crypto, Headers, TextDecoder, TextEncoder })

/** Loads the client where there is nothing but the language and `web`. */
const load = (context: object): typeof Client => {
  const loaded = new Map<string, object>()
  const enter = (specifier: string): object => {
    const name = /^\.\/(\w+)\.js$/.exec(specifier)?.[1]
    if (name === undefined) throw new Error(`The client imports ${specifier}.`)
    const known = loaded.get(name)
    if (known !== undefined) return known
    const exports = {}
    loaded.set(name, exports)
    const { outputText } = ts.transpileModule(readFileSync(new URL(`${name}.ts`, source), "utf8"), {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 }
    })
    const module = new Script(`(exports, require) => {${outputText}\n}`).runInContext(context) as (exports: object, require: unknown) => void
    module(exports, enter)
    return exports
  }
  return enter("./index.js") as typeof Client
}

describe("the client", () => {
  it("imports nothing but itself", () => {
    for (const name of readdirSync(source)) {
      const { importedFiles } = ts.preProcessFile(readFileSync(new URL(name, source), "utf8"))
      for (const { fileName } of importedFiles) expect(fileName).toMatch(/^\.\/\w+\.js$/)
    }
  })

  it("runs where there is nothing of Node", async () => {
    const client = load(web())
    for (const headers of [new Headers(standardHeaders()), serviceHeaders()]) {
      for (const one of [body, Buffer.from(body), new TextEncoder().encode(body).buffer]) {
        const verified = await client.verifyWebhook(one, headers, secret, { now: () => now })
        expect(JSON.parse(JSON.stringify(verified))).toEqual(event)
      }
    }
  })

  it("refuses there as well, with an error of its own", async () => {
    const client = load(web())
    const verification = client.verifyWebhook(`${body} `, standardHeaders(), secret, { now: () => now })
    await expect(verification).rejects.toBeInstanceOf(client.WebhookVerificationFailed)
    await expect(refusal(verification)).rejects.toMatchObject({ reason: "mismatch" })
  })
})
