import {
  SmtpConnectionFailed,
  type SmtpOAuth2Problem,
  type SmtpTestStage
} from "@telemark/contract"
import { Effect, Result } from "effect"
import type { Failure } from "./failure.js"
import { makeOpener } from "./opener.js"
import { type Route, type SmtpOptions, toRoute } from "./route.js"
import type { InvalidSmtpUrl } from "./smtpUrl.js"

/** Of a successful test. */
export interface RelayTest {
  /** Such as `TLSv1.3`. Null if in clear. */
  readonly tls: string | null
  /**
   * TLS was offered and failed, so mail goes in clear: TLS is opportunistic and there is no login.
   */
  readonly tlsFailed: boolean
}

interface TestFailure {
  readonly stage: SmtpTestStage
  /** The server offers no login with user name and password. */
  readonly noLogin: boolean
  readonly oauth2?: SmtpOAuth2Problem
}

const oauth2Reason = "oauth2_"

/** What is wrong with the access token, if that is it. */
const oauth2ProblemOf = (failure: Failure): SmtpOAuth2Problem | undefined => {
  if (failure._tag === "Refused") return failure.token
  return failure._tag === "Broken" && failure.reason.startsWith(oauth2Reason)
    ? (failure.reason.slice(oauth2Reason.length) as SmtpOAuth2Problem)
    : undefined
}

const stageOf = (failure: Failure): SmtpTestStage => {
  if (failure._tag === "Unsendable") return "protocol"
  const reason = failure._tag === "Broken" ? failure.reason : undefined
  switch (reason) {
    case "dns":
    case "timeout":
    case "protocol":
    case "policy":
      return reason
    case "certificate":
    case "tls":
      return "tls"
    case "no_login":
      return "auth"
  }
  const { stage } = failure
  return stage === "connect" || stage === "tls" || stage === "auth" ? stage : "greeting"
}

const toTestFailure = (failure: Failure): TestFailure => {
  const oauth2 = oauth2ProblemOf(failure)
  return {
    stage: stageOf(failure),
    noLogin: failure._tag === "Broken" && failure.reason === "no_login",
    ...(oauth2 === undefined ? {} : { oauth2 })
  }
}

const timeout = "10 seconds"

/** Connects, sets up TLS, logs in and quits. `domain` is used in EHLO if the route has no name. */
export const testRoute = (route: Route, domain?: string): Effect.Effect<RelayTest, TestFailure> => {
  const { fellBack, open } = makeOpener(route, false)
  return open(domain).pipe(
    Effect.mapBoth({
      onFailure: toTestFailure,
      onSuccess: ({ channel, tls = null }) => {
        channel.quit()
        return { tls, tlsFailed: fellBack() }
      }
    }),
    // An open session is always quit. Opening is interruptible.
    Effect.uninterruptible,
    Effect.timeoutOrElse({
      duration: timeout,
      orElse: () => Effect.fail<TestFailure>({ stage: "timeout", noLogin: false })
    })
  )
}

/**
 * Tests the server that `layerSmtp` would use, up to the login, within 10 s. Stage `policy` can't
 * occur: the operator names the host.
 */
export const testRelay = (
  options: SmtpOptions
): Effect.Effect<RelayTest, InvalidSmtpUrl | SmtpConnectionFailed> =>
  Result.match(toRoute(options), {
    onFailure: Effect.fail,
    onSuccess: (route) =>
      Effect.mapError(testRoute(route), (failure) => new SmtpConnectionFailed(failure))
  })
