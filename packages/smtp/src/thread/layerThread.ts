import { ValidationFailed } from "@telemark/contract"
import { programFile, Transport, wakeable } from "@telemark/core"
import { Effect, Redacted } from "effect"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { awaitOutcome } from "../awaitOutcome.js"
import type { Route, SmtpOptions } from "../conversation/route.js"
import { plainOAuth2 } from "../oauth2/OAuth2Options.js"
import type { ThreadOptions } from "./Handover.js"
import { SmtpThread } from "./SmtpThread.js"

// In a bundle that is CommonJS there is no `import.meta`.
const here = typeof __filename === "string" ? __filename : fileURLToPath(import.meta.url)

/** Throws `ValidationFailed` if it is missing. */
const foundProgram = (): string => {
  const file = programFile({ here, name: "telemark-smtp-thread.js", of: "@telemark/smtp" })
  if (existsSync(file)) return file
  throw ValidationFailed.at(
    "thread",
    `needs ${file}, which is missing: keep @telemark/smtp out of the bundle (mark it as external), or leave the option out`
  )
}

const plain = (
  { oauth2, thread: _, url, ...options }: SmtpOptions,
  { idle, timeouts }: Route
): ThreadOptions => ({
  ...options,
  url: Redacted.isRedacted(url) ? Redacted.value(url) : url,
  oauth2: oauth2 && plainOAuth2(oauth2),
  idle,
  timeouts
})

/** The transport of a checked route, in a thread. */
export const makeThreadTransport = (options: SmtpOptions, route: Route) =>
  Effect.gen(function* () {
    const runFork = Effect.runForkWith(yield* Effect.context())
    const file = yield* Effect.sync(foundProgram)
    const thread = yield* Effect.acquireRelease(
      Effect.sync(
        () =>
          new SmtpThread({
            file,
            options: plain(options, route),
            log: ({ level, message }) => {
              runFork(Effect.logWithLevel(level)(...message))
            }
          })
      ),
      (opened) =>
        wakeable<void>((resume) => {
          opened.close(() => {
            resume(Effect.void)
          })
        })
    )
    return Transport.of({
      deliversAll: false,
      connections: route.connections,
      deliver: (message) => awaitOutcome((done) => thread.begin(message, done)),
      begin: (message, done) => thread.begin(message, done)
    })
  })
