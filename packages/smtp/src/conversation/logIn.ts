import { type Stage, type TokenRefusal, wakeable } from "@telemark/core"
import { Data, Effect, Redacted } from "effect"
import type { NodemailerError } from "nodemailer/lib/errors"
import type SMTPConnection from "nodemailer/lib/smtp-connection"
import { type TokenLogin, tokenMethod } from "../oauth2/tokenLogin.js"
import type { Capabilities } from "./capabilities.js"
import { broken, conceal, concealToken, type Failure, toFailure } from "./failure.js"
import type { Route } from "./route.js"
import type { Login, TokenCredentials } from "./smtpUrl.js"

/** One step of nodemailer, which an "error" event meanwhile fails, too. */
export const step = (
  connection: SMTPConnection,
  stage: () => Stage,
  start: (done: (error?: NodemailerError | null) => void) => void
): Effect.Effect<void, Failure> =>
  wakeable((resume) => {
    const done = (error?: NodemailerError | null): void => {
      connection.off("error", done)
      resume(
        error === undefined || error === null ? Effect.void : Effect.fail(toFailure(error, stage()))
      )
    }
    connection.on("error", done)
    start(done)
  })

/** STARTTLS was offered and then refused: no login in clear. */
const wasTlsRefused = ({ lastServerResponse }: SMTPConnection): boolean =>
  !/^250/.test(String(lastServerResponse))

/** A token that was kept is refused: one that is fetched now may not be. */
export class StaleToken extends Data.TaggedError("StaleToken")<{ readonly failure: Failure }> {}

/** A token isn't fetched before the server was found to take one. */
const logInByToken = (
  connection: SMTPConnection,
  { tokens, user }: TokenCredentials,
  { tokenLogin: mechanism }: Capabilities,
  { host, port }: Route
): Effect.Effect<void, Failure | StaleToken> =>
  Effect.gen(function* () {
    if (mechanism === undefined) return yield* Effect.fail(broken("auth", "oauth2_no_mechanism"))
    const token = yield* Effect.mapError(tokens.get, ({ problem }) =>
      broken("auth", `oauth2_${problem}`)
    )
    const login: TokenLogin = { mechanism, user, host, port, accessToken: token.accessToken }
    let refusal: TokenRefusal | undefined
    const challenged = (said: TokenRefusal): void => {
      refusal = said
    }
    const tried = step(
      connection,
      () => "auth",
      (done) => connection.login({ user, method: tokenMethod, login, challenged }, done)
    )
    yield* Effect.catch(tried, (known) => {
      const failure = concealToken(login)(known)
      // A refusal for now, without a challenge, isn't about the token.
      if (failure._tag !== "Refused" || (refusal === undefined && failure.reply.code < 500))
        return Effect.fail<Failure | StaleToken>(failure)
      const final = { ...failure, token: refusal ?? "token_refused" } as const
      return Effect.andThen(
        tokens.forget(token),
        Effect.fail(token.isKept ? new StaleToken({ failure: final }) : final)
      )
    })
  })

export const logIn = (
  connection: SMTPConnection,
  credentials: Login,
  capabilities: Capabilities,
  route: Route
): Effect.Effect<void, Failure | StaleToken> => {
  if (!connection.secure && !route.loginInClear) return Effect.fail(broken("tls", "tls"))
  // nodemailer would continue, and send mail anonymously.
  if (!connection.allowsAuth)
    return Effect.fail(
      wasTlsRefused(connection)
        ? broken("tls", "tls")
        : broken("auth", "tokens" in credentials ? "oauth2_no_mechanism" : "no_login")
    )
  if ("tokens" in credentials) return logInByToken(connection, credentials, capabilities, route)
  // nodemailer would still try one of the mechanisms that take no password.
  if (capabilities.login === "other") return Effect.fail(broken("auth", "no_login"))
  const { password, user } = credentials
  return Effect.mapError(
    step(
      connection,
      () => "auth",
      (done) => connection.login({ user, pass: Redacted.value(password) }, done)
    ),
    conceal(credentials)
  )
}
