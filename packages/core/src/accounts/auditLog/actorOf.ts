import { isCaller, type Principal } from "../apiKeys/ApiKey.js"
import { type Actor, application } from "./AuditEntry.js"

/** A host application's own calls have neither a key nor a person. */
export const actorOf = (principal: Principal): Actor =>
  principal.actor ??
  (isCaller(principal)
    ? { kind: "key", id: principal.key_id, name: principal.key_name }
    : application)
