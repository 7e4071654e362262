import { NotFound, success, timestamp, timestampOrNull, ValidationFailed } from "@telemark/contract"
import { browserOf, changedBy, Passkeys, type PasskeyRecord } from "@telemark/core"
import { Data, Effect } from "effect"
import { type Answer, jsonAnswer } from "../Answer.js"
import type { IncomingRequest } from "../requests/IncomingRequest.js"
import { LargeBodies } from "../requests/LargeBodies.js"
import { readJson } from "../requests/readJson.js"
import type { Person } from "./Dashboard.js"

/** A device's answer isn't right. */
export class PasskeyRefused extends Data.TaggedError("PasskeyRefused")<{
  readonly cause?: unknown
}> {}

/** Verifies what devices sign, for the host of this server. */
export interface PasskeyVerifier {
  /** The host for which passkeys are. */
  readonly rpId: string
  /** For one answer, within five minutes. `purpose`: a member's id, or `sign-in`. */
  readonly challenge: (purpose: string) => Effect.Effect<string>
  readonly register: (
    response: string,
    memberId: string
  ) => Effect.Effect<Pick<PasskeyRecord, "id" | "public_key" | "counter">, PasskeyRefused>
  /** The id of the credential that an answer names. */
  readonly idIn: (response: string) => string | undefined
  readonly authenticate: (
    response: string,
    passkey: PasskeyRecord
  ) => Effect.Effect<
    { readonly counter: number; readonly challenge: string; readonly challengeExpires: number },
    PasskeyRefused
  >
}

/** Octets: attestations aren't asked for. */
const maxBody = 16 * 1024

const viewOf = ({ browser, created_at, id, last_used_at }: PasskeyRecord) => ({
  id,
  browser,
  created_at: timestamp(created_at),
  last_used_at: timestampOrNull(last_used_at)
})

const refused = jsonAnswer(400, {
  error: "passkey_refused",
  message:
    "The passkey can't be added: it is known already, there are ten, or its answer came late."
})

/** Undefined for those who sign in otherwise, whom an identity provider or a host knows. */
const memberIdOf = ({ issuer, principal: { actor } }: Person): string | undefined =>
  actor?.kind === "member" && issuer === "invitation" ? (actor.id ?? undefined) : undefined

/** A member's own passkeys. */
export const makePasskeyAnswers = (
  verifier: PasskeyVerifier,
  identify: (request: IncomingRequest) => Effect.Effect<Person, unknown>
) =>
  Effect.gen(function* () {
    const passkeys = yield* Passkeys
    const memory = yield* LargeBodies

    /** What the browser makes a passkey of, or, with its answer, the passkey. */
    const add = (request: IncomingRequest) =>
      Effect.gen(function* () {
        const body = (yield* readJson(request, { max: maxBody, isOptional: false, memory })) as {
          readonly response?: unknown
        } | null
        // Who signed in before may not be by now: the body can be held back for minutes.
        const person = yield* identify(request)
        const [memberId, { session }] = [memberIdOf(person), person.principal]
        if (memberId === undefined || session === undefined) return yield* new NotFound()
        const response = body?.response
        if (response === undefined) {
          const known = yield* passkeys.list(memberId)
          return jsonAnswer(200, {
            challenge: yield* verifier.challenge(memberId),
            rp: { id: verifier.rpId, name: "Telemark" },
            user: { id: Buffer.from(memberId).toString("base64url"), name: person.name },
            excluded: known.map(({ id }) => id)
          })
        }
        if (typeof response !== "string")
          return yield* ValidationFailed.at("response", "must be the browser's answer as a text")
        const made = yield* Effect.option(verifier.register(response, memberId))
        if (made._tag === "None") return refused
        const browser = browserOf(request.parts.header("user-agent"))
        const isAdded = yield* passkeys.add(
          { ...made.value, member_id: memberId, browser },
          session,
          changedBy(person)
        )
        return isAdded ? jsonAnswer(201, success) : refused
      })

    return (
      person: Person,
      request: IncomingRequest,
      id: string | undefined
    ): Effect.Effect<Answer, unknown> => {
      const memberId = memberIdOf(person)
      if (memberId === undefined) return new NotFound()
      const { method } = request.parts
      if (id !== undefined)
        return method === "DELETE"
          ? Effect.flatMap(passkeys.remove(memberId, id, changedBy(person)), (isRemoved) =>
              isRemoved ? Effect.succeed(jsonAnswer(200, success)) : new NotFound()
            )
          : new NotFound()
      if (method === "POST") return add(request)
      return method === "GET"
        ? Effect.map(passkeys.list(memberId), (found) =>
            jsonAnswer(200, { data: found.map(viewOf) })
          )
        : new NotFound()
    }
  })
