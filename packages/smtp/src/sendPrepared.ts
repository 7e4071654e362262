import { DeliveryOutcome, type OutgoingMessage, type RelayEnvelope } from "@telemark/core"
import { Effect } from "effect"
import { type Composed, composeInSlices } from "./composition/compose.js"
import { splitSource } from "./composition/source.js"
import { fieldsFor, rewrittenBy } from "./providers.js"
import { sign, type SigningFailed } from "./signing/sign.js"

/** A message to one recipient, composed and signed. */
export type PreparedMessage = Composed

/**
 * Sends a message by callback, which is called once. What it returns asks to end a message of which
 * nothing was sent, waiting for a connection or opening one: its outcome is then undefined.
 */
export type BeginSending = (message: PreparedMessage, done: Ended) => () => void

export type Ended = (outcome: DeliveryOutcome | undefined) => void

interface NextHop {
  /** Its name in the log. */
  readonly provider: string
  /** Header fields that it rewrites, in lower case: they aren't signed. */
  readonly rewritten: ReadonlyArray<string>
  /** Header fields by the id of the message, so that its reports name it. */
  readonly fields: ((id: string) => string) | undefined
}

/** `host` has A-labels in lower case. */
export const nextHop = (provider: string, host = ""): NextHop => ({
  provider,
  rewritten: rewrittenBy(host, provider),
  fields: fieldsFor(host, provider)
})

export const ourFault = (provider: string, ambiguous = false): DeliveryOutcome =>
  DeliveryOutcome.Broken({ provider, stage: "connect", reason: "internal", ambiguous })

const unsigned =
  (provider: string, { id }: OutgoingMessage) =>
  ({ domain, reason, selector }: SigningFailed): Effect.Effect<DeliveryOutcome> =>
    Effect.as(
      Effect.logError("a message could not be signed and was not sent", {
        email_id: id,
        domain,
        selector,
        reason
      }),
      ourFault(provider)
    )

const notComposed = ({ provider }: NextHop): DeliveryOutcome =>
  DeliveryOutcome.Unsendable({ provider, reason: "composition" })

/** With fields of the next hop before everything that is signed. */
const preparedFor = (
  { fields }: NextHop,
  { id }: OutgoingMessage,
  composed: Composed,
  mail = composed.mail
): PreparedMessage =>
  fields === undefined
    ? { ...composed, mail }
    : { ...composed, mail: { ...mail, head: fields(id) + mail.head } }

const signAndSend = <E, R>(
  hop: NextHop,
  message: OutgoingMessage,
  composed: Composed | undefined,
  send: (prepared: PreparedMessage) => Effect.Effect<DeliveryOutcome, E, R>
): Effect.Effect<DeliveryOutcome, E, R> =>
  composed === undefined
    ? Effect.succeed(notComposed(hop))
    : Effect.matchEffect(sign(message, composed.mail, hop.rewritten), {
        onFailure: unsigned(hop.provider, message),
        onSuccess: (mail) => send(preparedFor(hop, message, composed, mail))
      })

/** Composes, signs and sends. A signing failure is our own fault and is retried. */
export const sendPrepared = <E, R>(
  hop: NextHop,
  message: OutgoingMessage,
  send: (prepared: PreparedMessage) => Effect.Effect<DeliveryOutcome, E, R>
): Effect.Effect<DeliveryOutcome, E, R> =>
  Effect.suspend(() => {
    const composed = composeInSlices(message)
    return composed instanceof Promise
      ? Effect.flatMap(
          Effect.promise(() => composed),
          (made) => signAndSend(hop, message, made, send)
        )
      : signAndSend(hop, message, composed, send)
  })

/**
 * `sendPrepared` by callback, for a message that nothing signs; what it returns is as that of
 * `BeginSending`. `crashed` is told of a defect in composing.
 */
export const beginPrepared = (
  hop: NextHop,
  message: OutgoingMessage,
  begin: BeginSending,
  done: Ended,
  crashed: (defect: unknown) => void
): (() => void) => {
  let isOver = false
  const end: Ended = (outcome) => {
    if (isOver) return
    isOver = true
    done(outcome)
  }
  let stop = (): void => {
    end(undefined)
  }
  const send = (composed: Composed | undefined): void => {
    if (isOver) return
    if (composed === undefined) end(notComposed(hop))
    else stop = begin(preparedFor(hop, message, composed), done)
  }
  const composed = composeInSlices(message)
  if (composed instanceof Promise)
    composed.then(send, (defect: unknown) => {
      crashed(defect)
      end(ourFault(hop.provider))
    })
  else send(composed)
  return () => {
    stop()
  }
}

/** A mail that was composed before, as it is sent: octet for octet. */
export const asComposed = ({ from, to }: RelayEnvelope, source: Uint8Array): Composed => {
  const { body, head, isEightBit } = splitSource(source)
  return { from, to, returnPath: undefined, mail: { head, body: [body], isEightBit } }
}
