import { ApiKeyList, ApiKeyView, CreateApiKey, CreatedApiKey, UpdateApiKey } from "../apiKeys.js"
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
    description: "The raw key is in this answer and nowhere else.",
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
    answers: { 200: "All keys." },
    mark: "data"
  }),
  /**
   * Changes the name or the rate limit of the key with this id or prefix. A member that is left out
   * stays as it is.
   */
  update: operation({
    method: "PATCH",
    path: "/api-keys/:id",
    parameters: id,
    scope: "apikey:manage",
    summary: "Change an API key",
    description:
      "Members that you leave out stay as they are. The scopes can't be changed: create another key. A revoked key can't be changed.",
    body: UpdateApiKey,
    response: ApiKeyView,
    answers: { 200: "The changed key." },
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
    answers: { 200: "The key is revoked." },
    mark: "success",
    errors: ["NotFound"]
  })
} as const
