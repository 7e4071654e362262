import { build } from "esbuild"
import { EdgeRuntime, runServer } from "edge-runtime"
import { fileURLToPath } from "node:url"

// `fetch` events are how an edge runtime calls an application; the bindings come from the test.
const entry = `
  import app from "./worker.js"
  const kept = new Map()
  const UNREACHABLE = {
    get: (key) => Promise.resolve(kept.get(key) ?? null),
    put: (key, value) => Promise.resolve(void kept.set(key, value))
  }
  globalThis.bindings = { UNREACHABLE }
  addEventListener("fetch", (event) => { event.respondWith(app.fetch(event.request, globalThis.bindings)) })
`

/** Serves the application from a runtime that has what the edge has, and nothing of Node. */
export const startEdge = async () => {
  const {
    outputFiles: [bundle]
  } = await build({
    stdin: { contents: entry, resolveDir: fileURLToPath(new URL("../src", import.meta.url)) },
    bundle: true,
    write: false,
    format: "iife",
    // Like a build for the edge, this fails if anything imports a module of Node.
    platform: "browser"
  })
  const runtime = new EdgeRuntime({ initialCode: bundle.text })
  const { close, url } = await runServer({ runtime, host: "127.0.0.1" })
  return {
    url: new URL(url).origin,
    close,
    bind: (bindings) => Object.assign(runtime.context.bindings, bindings),
    evaluate: (code) => runtime.evaluate(code)
  }
}
