import type { Inbox, StoredKeys } from "@telemark/core"
import { isSameOrigin } from "@telemark/http"
import { Cause, Effect } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { type Answer, json, redirect, respond } from "../Pages/index.js"
import type { Settings } from "../Settings/index.js"
import { accessOf, partsOf } from "./access.js"
import { answer, type InboxOptions, isChange, isKnown, notAllowed, takes } from "./answers.js"
import { makeOpenMails, type OpenMails } from "./openMails.js"
import { lockedPage } from "./pages.js"
import { makeRememberedToken } from "./token.js"

/** A request listener that may pass a request on to the next one. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void
) => void

const unavailable: Answer = {
  status: 503,
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  body: "The inbox can't be read right now.\n"
}

const locked = (path: string): Answer =>
  path.endsWith(".json")
    ? json(
        {
          error: "Invalid inbox token",
          message: "Send the token that `telemark inbox` prints as Authorization: Bearer."
        },
        { status: 401, headers: { "www-authenticate": 'Bearer realm="inbox"' } }
      )
    : lockedPage(path === "/inbox/clear" ? "/inbox" : path)

const fromElsewhere: Answer = json(
  { error: "Cross-origin request", message: "Only the inbox's own pages may change it." },
  { status: 403 }
)

interface Remembered {
  readonly token: Effect.Success<ReturnType<typeof makeRememberedToken>>
  readonly mails: OpenMails
  readonly options: InboxOptions
}

/** The answer to a request; undefined if the path isn't found. */
const answerTo = (
  request: IncomingMessage,
  path: string,
  query: URLSearchParams,
  { mails, options, token }: Remembered
) =>
  Effect.gen(function* () {
    if (!takes(path, request.method)) return notAllowed(path)
    const access = accessOf({ url: request.url ?? "", headers: request.headers }, yield* token)
    if (access._tag === "Refused" || (isChange(path) && access._tag === "Exchange"))
      return locked(path)
    if (access._tag === "Exchange") return redirect(access.path, { "set-cookie": access.cookie })
    if (
      isChange(path) &&
      access.by === "cookie" &&
      !isSameOrigin({
        header: (name) => request.headersDistinct[name]?.[0],
        isEncrypted: () => "encrypted" in request.socket
      })
    )
      return fromElsewhere
    return yield* answer(path, query, mails, options)
  })

/**
 * Serves captured mail under `/inbox` to requests with the token. All others go on to the next
 * listener, as does a path without a mail.
 */
export const inboxMiddleware = (
  settings: Pick<Settings, "secret">,
  options: InboxOptions = {}
): Effect.Effect<Middleware, never, Inbox | StoredKeys> =>
  Effect.gen(function* () {
    const remembered = {
      token: yield* makeRememberedToken(settings),
      mails: yield* makeOpenMails(),
      options
    }
    const run = Effect.runForkWith(yield* Effect.context<Inbox>())
    return (request, response, next) => {
      const { path, query } = partsOf(request.url ?? "")
      if (!isKnown(path)) {
        next()
        return
      }
      run(
        answerTo(request, path, query, remembered).pipe(
          Effect.map((found) => {
            if (found === undefined) next()
            else respond(request, response, found)
          }),
          Effect.catchCause((cause) =>
            Effect.andThen(
              Effect.logError("the inbox could not be shown", Cause.squash(cause)),
              Effect.sync(() => {
                respond(request, response, unavailable)
              })
            )
          )
        )
      )
    }
  })
