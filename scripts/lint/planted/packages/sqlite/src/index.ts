import "node:crypto"
export * from "@telemark/core"
import type { Smtp } from "@telemark/smtp" // finds: architecture/arrows
export type { Postgres } from "@telemark/postgres" // finds: architecture/arrows
export * from "telemark" // finds: architecture/arrows
export * from "@telemark/core/Emails" // finds: architecture/entry-points
export type Storage = Smtp
