import { ApiKeyList, ApiKeyView, CreateApiKey, CreatedApiKey, UpdateApiKey } from "../apiKeys.js"
import { Success } from "../members.js"
import { del, get, patch, post } from "./Operation.js"

const id = { id: { description: "The key's id or its prefix." } }

export const apiKeys = {
  /** At most the caller's own scopes. The raw text is only in this answer. */
  create: post("/api-keys", "apikey:manage", "Create an API key", {
    description: "The raw key is in this answer and nowhere else.",
    body: CreateApiKey,
    response: CreatedApiKey,
    answers: { 201: "The key. It is shown only here." },
    mark: "key",
    errors: ["ScopeExceedsCaller"],
    examples: { reading: { name: "Reports", scopes: ["email:read"], rate_limit: 60 } }
  }),
  list: get("/api-keys", "apikey:manage", "List API keys, revoked ones too, newest first", {
    response: ApiKeyList,
    answers: { 200: "All keys." },
    mark: "data"
  }),
  /** `NotFound` if no key makes the request. */
  current: get("/api-keys/current", "email:send", "Get the API key that makes the request", {
    description: "What the key may do, without its raw text.",
    response: ApiKeyView,
    answers: { 200: "The key." },
    mark: "prefix",
    errors: ["NotFound"]
  }),
  /** A member that is left out stays as it is. */
  update: patch("/api-keys/:id", "apikey:manage", "Change an API key", {
    parameters: id,
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
  revoke: del("/api-keys/:id", "apikey:manage", "Revoke an API key permanently", {
    parameters: id,
    response: Success,
    answers: { 200: "The key is revoked." },
    mark: "success",
    errors: ["NotFound"]
  })
} as const
