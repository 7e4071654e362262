import { Clock, Effect } from "effect"
import { Entropy, newId } from "../../kernel/ids.js"
import { fingerprintOf } from "../apiKeys/keyFormat.js"
import {
  browserOf,
  mintSessionSecret,
  type NewSession,
  nowhere,
  type SessionPlace,
  type SessionRecord,
  sessionSecretBytes
} from "./Session.js"

/** What a new session is made of: the record, and the secret that it is found by. */
export const mint = (
  of: Pick<SessionRecord, "kind" | "key_id" | "member_id" | "tenant_id">,
  millis: number,
  { address, userAgent }: SessionPlace = nowhere
): Effect.Effect<{ readonly record: SessionRecord; readonly made: NewSession }> =>
  Effect.gen(function* () {
    const secret = mintSessionSecret((yield* Entropy).bytes(sessionSecretBytes))
    const created_at = yield* Clock.currentTimeMillis
    const expires_at = created_at + millis
    const record: SessionRecord = {
      ...of,
      hash: fingerprintOf(secret),
      id: of.kind === "token" ? null : yield* newId("ses"),
      created_at,
      expires_at,
      seen_at: created_at,
      address,
      browser: of.kind === "token" ? null : browserOf(userAgent)
    }
    return { record, made: { secret, expires_at } }
  })
