import { NotFound, type StorageError, success } from "@telemark/contract"
import { changedBy, isCaller, type SessionOwner, Sessions, viewOfSession } from "@telemark/core"
import { Effect } from "effect"
import { type Answer, jsonAnswer } from "../Answer.js"
import { makeWithOrigin } from "../requests/auditOrigin.js"
import type { IncomingRequest } from "../requests/IncomingRequest.js"
import type { Person } from "./Dashboard.js"

/** Whose sessions somebody sees as their own; undefined for people whom a host knows. */
const ownerOf = ({ principal }: Person): SessionOwner | undefined => {
  if (isCaller(principal)) return { kind: "key", id: principal.key_id }
  const { actor, session } = principal
  if (actor?.kind === "operator" && session !== undefined) return { kind: "operator" }
  return actor?.kind === "member" && actor.id !== null
    ? { kind: "member", id: actor.id }
    : undefined
}

export interface OwnSessions {
  readonly list: (person: Person) => Effect.Effect<Answer, StorageError>
  readonly end: (
    person: Person,
    request: IncomingRequest,
    id: string
  ) => Effect.Effect<Answer, NotFound | StorageError>
}

/** The sessions of whoever asks: of the same member, the same key, or the operator. */
export const makeOwnSessions: Effect.Effect<OwnSessions, never, Sessions> = Effect.map(
  Effect.all([Sessions, makeWithOrigin]),
  ([sessions, withOrigin]) => ({
    list: (person) => {
      const owner = ownerOf(person)
      return owner === undefined
        ? Effect.succeed(jsonAnswer(200, { data: [] }))
        : Effect.map(sessions.list(owner), (found) =>
            jsonAnswer(200, {
              data: found.map((one) => viewOfSession(one, person.principal.session))
            })
          )
    },
    end: (person, request, id) => {
      const owner = ownerOf(person)
      if (owner === undefined) return new NotFound()
      const ended = sessions.endOne(owner, id, changedBy(person))
      return Effect.flatMap(withOrigin(request, ended), (isEnded) =>
        isEnded ? Effect.succeed(jsonAnswer(200, success)) : new NotFound()
      )
    }
  })
)
