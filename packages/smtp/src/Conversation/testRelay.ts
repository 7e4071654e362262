import { SmtpConnectionFailed, type SmtpTestStage } from "@telemark/core"
import { Effect, Either } from "effect"
import type { InvalidSmtpUrl } from "./errors.js"
import type { Failure } from "./failure.js"
import { makeOpener } from "./opener.js"
import { type SmtpOptions, toRoute } from "./options.js"
import type { Route } from "./route.js"

/** What the test of a server found that mail could be handed to. */
export interface RelayTest {
  /** The protocol that encrypts connections, such as `TLSv1.3`; null if they go in clear. */
  readonly tls: string | null
  /** It offers TLS that could not be set up; as TLS is opportunistic and there is no login, mail goes in clear. */
  readonly tlsFailed: boolean
}

/** Where the test of a server failed. */
export interface TestFailure {
  readonly stage: SmtpTestStage
  /** It offers no login that takes a user name and a password. */
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

/** Where a session could not be set up, in the words of a test. Of what the server said nothing is left. */
const toTestFailure = (failure: Failure): TestFailure =>
  ({ stage: stageOf(failure), noLogin: failure._tag === "Broken" && failure.reason === "no_login" })

/** How long a test may take, all in all. */
const patience = "10 seconds"

const unsaid = { onFallback: () => Effect.void, onTlsAgain: Effect.void }

/**
 * Connects, sets TLS up, logs in, and takes leave. Fails with where it failed. Where the route names nobody in EHLO, `domain` is
 * named, as the domain of a sender would be.
 */
export const testRoute = (route: Route, domain?: string): Effect.Effect<RelayTest, TestFailure> => {
  const { fellBack, open } = makeOpener(route, unsaid)
  return open(domain).pipe(
    Effect.mapBoth({
      onFailure: toTestFailure,
      onSuccess: ({ line, tls = null }) => {
        line.quit()
        return { tls, tlsFailed: fellBack() }
      }
    }),
    // What is open takes leave, whoever is interrupted; opening itself is interruptible.
    Effect.uninterruptible,
    Effect.timeoutFail({ duration: patience, onTimeout: (): TestFailure => ({ stage: "timeout", noLogin: false }) })
  )
}

/**
 * Tests the server that `layerSmtp` would hand mail to, up to the login and within 10 s. Nothing is sent. A
 * `policy` stage can't come about: the operator names this host.
 */
export const testRelay = (options: SmtpOptions): Effect.Effect<RelayTest, InvalidSmtpUrl | SmtpConnectionFailed> =>
  Either.match(toRoute(options), {
    onLeft: Effect.fail,
    onRight: (route) => Effect.mapError(testRoute(route), (failure) => new SmtpConnectionFailed(failure))
  })
