import { type CapturedMail, Inbox, type StorageError } from "@telemark/core"
import { type ReadableMail, readMail } from "@telemark/smtp"
import { Effect } from "effect"
import { readSource } from "./readSource.js"

/** A captured mail as its page and its files show it. */
export interface OpenMail {
  readonly mail: CapturedMail
  readonly parts: ReadableMail
  /** The beginning of its bytes. */
  readonly source: ReturnType<typeof readSource>
}

/** The captured mails that are being looked at. */
export interface OpenMails {
  /** A mail as it is kept now, undefined if it isn't. It is parsed once for all who ask while it is remembered. */
  readonly open: (id: string) => Effect.Effect<OpenMail | undefined, StorageError>
  /** Forgets all mails. */
  readonly forget: Effect.Effect<void>
}

interface Entry {
  readonly captured_at: number
  readonly read: Effect.Effect<OpenMail | undefined, StorageError>
  /** 0 until it is read. */
  octets: number
}

/** What the mails that are remembered have together: the largest mail that is accepted, parsed, and a small one beside it. */
const octetsRemembered = 32 * 1024 * 1024

/** More than its parts have, for a mail of hardly any. */
const leastOctets = 64 * 1024

/** About what a mail takes in memory: two octets for a character at most. */
const octetsOf = ({ parts: { attachments, headers, html, links, text }, source }: OpenMail): number => {
  const texts = [html, text, source.text, ...links, ...headers.flatMap(({ name, value }) => [name, value])]
  const characters = texts.reduce((sum, each) => sum + (each?.length ?? 0), 0)
  return leastOctets + 2 * characters + attachments.reduce((sum, { content }) => sum + content.length, 0)
}

/**
 * Remembers the mails that were opened last. A browser asks for a mail's page, its HTML and up to fifty pictures at once: each of them
 * would read and parse all of the mail. Whether it is still kept is asked each time, without reading its bytes.
 */
export const makeOpenMails = (limit = octetsRemembered): Effect.Effect<OpenMails, never, Inbox> =>
  Effect.map(Inbox, (inbox) => {
    /** The one that was asked for last is the last. */
    const entries = new Map<string, Entry>()

    const makeRoom = () => {
      let octets = [...entries.values()].reduce((sum, entry) => sum + entry.octets, 0)
      for (const [id, entry] of entries) {
        if (octets <= limit) return
        // Whoever waits for one that is being read shares it: it has no octets yet.
        if (entry.octets > 0) entries.delete(id)
        octets -= entry.octets
      }
    }

    const read = (id: string): Effect.Effect<OpenMail | undefined, StorageError> =>
      Effect.flatMap(inbox.find(id), (found) =>
        found === undefined
          ? Effect.succeed(undefined)
          : Effect.map(readMail(found.source), (parts) => ({ mail: found.mail, parts, source: readSource(found.source) })))

    /** The entry of this mail, as the one that was asked for last; nothing can happen between looking and putting. */
    const entryOf = ({ captured_at, id }: CapturedMail, read: Entry["read"]): Entry => {
      const known = entries.get(id)
      const entry = known?.captured_at === captured_at ? known : { captured_at, read, octets: 0 }
      entries.delete(id)
      entries.set(id, entry)
      return entry
    }

    const drop = (id: string, entry: Entry) => {
      if (entries.get(id) === entry) entries.delete(id)
    }

    const settle = (id: string, entry: Entry, opened: OpenMail | undefined) => {
      if (entries.get(id) !== entry || entry.octets > 0) return
      // Cleared or captured anew since it was asked for: whoever is next reads it again.
      if (opened?.mail.captured_at !== entry.captured_at) drop(id, entry)
      else entry.octets = octetsOf(opened)
      makeRoom()
    }

    const open = (id: string) =>
      Effect.gen(function*() {
        const fresh = yield* Effect.cached(read(id))
        const mail = yield* inbox.findMail(id)
        if (mail === undefined) {
          entries.delete(id)
          return undefined
        }
        const entry = entryOf(mail, fresh)
        const opened = yield* Effect.onError(entry.read, () => Effect.sync(() => { drop(id, entry) }))
        settle(id, entry, opened)
        return opened
      })

    return { open, forget: Effect.sync(() => { entries.clear() }) }
  })
