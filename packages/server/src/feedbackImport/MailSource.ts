import { Data, type Effect } from "effect"
import type { Disposal } from "../settings/imapUrl.js"
import type { ImapFailed } from "./openMailbox.js"

/**
 * `settled`: its reports are recorded. `left`: it reports nothing, or about a message that isn't
 * here, so that somebody may want to look at it. `waiting`: it came too early and is to be read
 * again.
 */
export type Fate = "settled" | "left" | "waiting"

/** Read together. */
interface MailBatch {
  /** At most the first 256 KiB of each. */
  readonly messages: ReadonlyArray<Uint8Array>
  /** Marks, deletes or moves them: a fate for each. */
  readonly dispose: (fates: ReadonlyArray<Fate>) => Effect.Effect<void, SourceFailed | ImapFailed>
}

/** A file, a Maildir or a mailbox. */
export interface MailSource {
  /** Undefined at the end. */
  readonly next: Effect.Effect<MailBatch | undefined, SourceFailed | ImapFailed>
  /** Left out because they are seen already. */
  readonly skipped: () => number
}

/** Of a Maildir or a mailbox. */
export interface ReadOptions {
  readonly disposal: Disposal
  /** Also messages that are seen already. */
  readonly all: boolean
}

/** It bounds the memory, and how many are read again after a crash. */
export const batchSize = 25

export class SourceFailed extends Data.TaggedError("SourceFailed")<{
  readonly path: string
  readonly reason: string
}> {
  readonly code = "not_readable"

  override get message(): string {
    return `${this.path} can't be read: ${this.reason}.`
  }
}

const reasons: Readonly<Partial<Record<string, string>>> = {
  ENOENT: "there is no such file or folder",
  EACCES: "this user may not read or change it",
  EPERM: "this user may not read or change it"
}

/** By the system's code. */
export const sourceFailed =
  (path: string) =>
  (error: unknown): SourceFailed => {
    const code =
      typeof error === "object" && error !== null && "code" in error
        ? String(error.code)
        : "unknown"
    return new SourceFailed({ path, reason: reasons[code] ?? `the system says ${code}` })
  }
