import { ApiKeyList, ApiKeyView, CreateApiKey, CreatedApiKey, UpdateApiKey } from "../ApiKeys/index.js"
import { Success } from "../members.js"
import { operation } from "./Operation.js"

const id = { id: { description: "The key's id or its prefix." } }

export const apiKeys = {
  /** Creates a key with at most the caller's own scopes. Its raw text is only in this answer. */
  create: operation({
    method: "POST",
    path: "/api-keys",
    scope: "apikey:manage",
    summary: "Create an API key",
    description: "Its raw text is in this answer and nowhere else.",
    body: CreateApiKey,
    response: CreatedApiKey,
    answers: { 201: "The key. It is shown only here." },
    mark: "key",
    errors: ["ScopeExceedsCaller"],
    examples: { reading: { name: "Reports", scopes: ["email:read"], rate_limit: 60 } }
  }),
  /** Lists all keys, newest first, revoked ones included, without secrets. */
  list: operation({
    method: "GET",
    path: "/api-keys",
    scope: "apikey:manage",
    summary: "List API keys, revoked ones too, newest first",
    response: ApiKeyList,
    answers: { 200: "All of them." },
    mark: "data"
  }),
  /** Changes the name or the rate limit of the key with this id or prefix. A member that is left out stays as it is. */
  update: operation({
    method: "PATCH",
    path: "/api-keys/:id",
    parameters: id,
    scope: "apikey:manage",
    summary: "Change an API key",
    description: "What is left out stays as it is. Its scopes can't be changed: make another key. A key that is revoked can't be changed either.",
    body: UpdateApiKey,
    response: ApiKeyView,
    answers: { 200: "The key as it is now." },
    mark: "prefix",
    errors: ["NotFound"],
    repeat: "always",
    examples: { slower: { rate_limit: 60 }, renamed: { name: "Reports" } }
  }),
  /** Revokes the key with this id or prefix permanently. */
  revoke: operation({
    method: "DELETE",
    path: "/api-keys/:id",
    parameters: id,
    scope: "apikey:manage",
    summary: "Revoke an API key permanently",
    response: Success,
    answers: { 200: "It opens nothing any more." },
    mark: "success",
    errors: ["NotFound"]
  })
} as const
