import { SmtpConnectionFailed, type SmtpTestStage } from "@telemark/contract"
import { Effect, Result } from "effect"
import type { Failure } from "./failure.js"
import { makeOpener } from "./opener.js"
import type { Route } from "./route.js"
import { type SmtpOptions, toRoute } from "./smtpOptions.js"
import type { InvalidSmtpUrl } from "./smtpUrl.js"

/** Result of a successful test of a server. */
export interface RelayTest {
  /** The TLS protocol of connections, such as `TLSv1.3`. Null if they are in clear. */
  readonly tls: string | null
  /**
   * The server offers TLS that could not be set up, so mail is sent in clear: TLS is opportunistic
   * and there is no login.
   */
  readonly tlsFailed: boolean
}

interface TestFailure {
  readonly stage: SmtpTestStage
  /** The server offers no login with user name and password. */
  readonly noLogin: boolean
}

const stageOf = (failure: Failure): SmtpTestStage => {
  if (failure._tag === "Unsendable") return "protocol"
  const { stage } = failure
  const at = stage === "connect" || stage === "tls" || stage === "auth" ? stage : "greeting"
  if (failure._tag === "Refused") return at
  switch (failure.reason) {
    case "dns":
    case "timeout":
    case "protocol":
    case "policy":
      return failure.reason
    case "certificate":
    case "tls":
      return "tls"
    case "no_login":
      return "auth"
    default:
      return at
  }
}

const toTestFailure = (failure: Failure): TestFailure => ({
  stage: stageOf(failure),
  noLogin: failure._tag === "Broken" && failure.reason === "no_login"
})

const timeout = "10 seconds"

const unsaid = { onFallback: () => Effect.void, onTlsAgain: Effect.void }

/**
 * Connects, sets up TLS, logs in and quits. `domain` is used in EHLO, like a sender's domain, if
 * the route has no name.
 */
export const testRoute = (route: Route, domain?: string): Effect.Effect<RelayTest, TestFailure> => {
  const { fellBack, open } = makeOpener(route, unsaid)
  return open(domain).pipe(
    Effect.mapBoth({
      onFailure: toTestFailure,
      onSuccess: ({ channel, tls = null }) => {
        channel.quit()
        return { tls, tlsFailed: fellBack() }
      }
    }),
    // An open session is always quit, even if the caller is interrupted. Opening itself is
    // interruptible.
    Effect.uninterruptible,
    Effect.timeoutOrElse({
      duration: timeout,
      orElse: () => Effect.fail<TestFailure>({ stage: "timeout", noLogin: false })
    })
  )
}

/**
 * Tests the server that `layerSmtp` would use: up to the login, within 10 s, without mail. Stage
 * `policy` can't occur: the operator names the host.
 */
export const testRelay = (
  options: SmtpOptions
): Effect.Effect<RelayTest, InvalidSmtpUrl | SmtpConnectionFailed> =>
  Result.match(toRoute(options), {
    onFailure: Effect.fail,
    onSuccess: (route) =>
      Effect.mapError(testRoute(route), (failure) => new SmtpConnectionFailed(failure))
  })
