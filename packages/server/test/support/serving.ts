import { Effect, Exit, References, Scope } from "effect"
import { onTestFinished } from "vitest"
import { join } from "node:path"
import { banner } from "../../src/serve/banner.js"
import { serve } from "../../src/serve/serve.js"
import { readSettings } from "../../src/settings/Settings.js"
import { readInbox } from "./readInbox.js"
import { withEnvironment } from "./withEnvironment.js"

const keyOf = new Map<string, string>()

/**
 * A server in the test's own process, on a database in that directory, until the test is through.
 */
export const startServing = async (
  directory: string,
  environment: Readonly<Record<string, string>> = {}
) => {
  const settings = await Effect.runPromise(
    withEnvironment(readSettings, {
      TELEMARK_DATABASE_URL: `sqlite:${join(directory, "mail.db")}`,
      TELEMARK_PORT: "0",
      ...environment
    })
  )
  const scope = await Effect.runPromise(Scope.make())
  onTestFinished(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const serving = await Effect.runPromise(
    Effect.provideService(Scope.provide(serve(settings), scope), References.MinimumLogLevel, "None")
  )
  if (serving.firstStart !== undefined) keyOf.set(directory, serving.firstStart.key)
  const call = async (path: string, request: RequestInit) => {
    const headers = {
      authorization: `Bearer ${keyOf.get(directory) ?? ""}`,
      "content-type": "application/json"
    }
    const response = await fetch(serving.url + path, { ...request, headers })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const get = (path: string) => call(path, {})
  const post = (path: string, body: unknown = {}) =>
    call(path, { method: "POST", body: JSON.stringify(body) })
  /** The mails in the inbox. */
  const inbox = () => readInbox(serving.url, keyOf.get(directory))
  const sourceOf = async (id: string) => String((await get(`/emails/${id}/source`)).body["source"])
  return {
    get,
    post,
    inbox,
    sourceOf,
    url: serving.url,
    banner: banner(serving, settings, "1.0.0")
  }
}
