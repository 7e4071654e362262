import { allScopes, type KeyScope, NotFound, ValidationFailed } from "@telemark/contract"
import { uuidOfId } from "@telemark/core"
import { Effect } from "effect"
import { type Call, type Carried, type Carrying, needsObject } from "./Call.js"
import { fromUuid } from "./ids.js"
import { pageFrom, pageOf } from "./lists.js"

const usualRate = 600

const scopesOf = (
  { caller }: Call,
  permission: unknown
): Effect.Effect<ReadonlyArray<KeyScope>, ValidationFailed> => {
  if (permission === "sending_access") return Effect.succeed(["email:send"])
  return permission === undefined || permission === "full_access"
    ? Effect.succeed(allScopes.filter((scope) => caller.scopes.has(scope)))
    : ValidationFailed.at("permission", "must be full_access or sending_access")
}

export const createApiKey = (call: Call, { apiKeys }: Carrying): Carried =>
  Effect.gen(function* () {
    const { domain_id, name, permission } = yield* needsObject(call.body)
    // A key for all domains instead would be more than was asked for.
    if (domain_id !== undefined)
      return yield* ValidationFailed.at(
        "domain_id",
        "can't be set: Telemark's keys aren't bound to a domain"
      )
    const { id, key } = yield* apiKeys.create(call.caller, {
      name: name as string,
      scopes: yield* scopesOf(call, permission),
      rate_limit: Math.min(usualRate, call.caller.rate_limit)
    })
    return { id: uuidOfId(id), token: key }
  })

export const listApiKeys = (call: Call, { apiKeys }: Carrying): Carried =>
  Effect.gen(function* () {
    const page = yield* pageOf(call)
    const { data } = yield* apiKeys.list(call.caller)
    return yield* pageFrom(
      data
        .filter(({ revoked_at }) => revoked_at === null)
        .map(({ created_at, id, last_used_at, name }) => ({
          id: uuidOfId(id),
          name,
          created_at,
          last_used_at
        })),
      page
    )
  })

const idOf = ({ id }: Call): Effect.Effect<string, NotFound> => {
  const ours = fromUuid("key", id)
  return ours === undefined ? Effect.fail(new NotFound()) : Effect.succeed(ours)
}

export const updateApiKey = (call: Call, { apiKeys }: Carrying): Carried =>
  Effect.gen(function* () {
    const { name } = (yield* needsObject(call.body)) as { readonly name: string }
    const { id } = yield* apiKeys.update(call.caller, yield* idOf(call), { name })
    return { object: "api_key", id: uuidOfId(id) }
  })

export const removeApiKey = (call: Call, { apiKeys }: Carrying): Carried =>
  Effect.gen(function* () {
    const id = yield* idOf(call)
    yield* apiKeys.revoke(call.caller, id)
    return { object: "api_key", id: uuidOfId(id), deleted: true }
  })
