import { type CapturedMail, Inbox, type StorageError } from "@telemark/core"
import { type ReadableMail, readMail } from "@telemark/smtp"
import { Effect } from "effect"
import { readSource } from "./readSource.js"

export interface OpenMail {
  readonly mail: CapturedMail
  readonly parts: ReadableMail
  readonly source: ReturnType<typeof readSource>
}

/** A cache of the captured mails that are being viewed. */
export interface OpenMails {
  /** Returns a mail, undefined if it is no longer kept. Concurrent requests share one parse. */
  readonly open: (id: string) => Effect.Effect<OpenMail | undefined, StorageError>
  readonly forget: Effect.Effect<void>
}

interface Entry {
  readonly captured_at: number
  readonly read: Effect.Effect<OpenMail | undefined, StorageError>
  /** 0 until it is parsed. */
  octets: number
}

/**
 * Maximum octets of all cached mails together: the largest accepted mail, parsed, and a small one.
 */
const maxOctets = 32 * 1024 * 1024

/** Minimum size counted for a mail, more than the parts of a tiny one take. */
const minOctets = 64 * 1024

/** Approximate memory of a parsed mail, at two octets for each character. */
const octetsOf = ({
  parts: { attachments, headers, html, links, text },
  source
}: OpenMail): number => {
  const texts = [
    html,
    text,
    source.text,
    ...links,
    ...headers.flatMap(({ name, value }) => [name, value])
  ]
  const characters = texts.reduce((sum, each) => sum + (each?.length ?? 0), 0)
  return (
    minOctets + 2 * characters + attachments.reduce((sum, { content }) => sum + content.length, 0)
  )
}

/**
 * Caches the mails opened last. A browser requests a mail's page, HTML and up to fifty images at
 * once, and each would read and parse the whole mail. Whether the mail is still kept is checked
 * each time, without reading its source.
 */
export const makeOpenMails = (limit = maxOctets): Effect.Effect<OpenMails, never, Inbox> =>
  Effect.map(Inbox, (inbox) => {
    /** Ordered by last access. */
    const entries = new Map<string, Entry>()

    const evict = () => {
      let octets = [...entries.values()].reduce((sum, entry) => sum + entry.octets, 0)
      for (const [id, entry] of entries) {
        if (octets <= limit) return
        // A mail without octets is still being parsed, and its waiting requests share it.
        if (entry.octets > 0) entries.delete(id)
        octets -= entry.octets
      }
    }

    const read = (id: string): Effect.Effect<OpenMail | undefined, StorageError> =>
      Effect.flatMap(inbox.find(id), (found) =>
        found === undefined
          ? Effect.succeed(undefined)
          : Effect.map(readMail(found.source), (parts) => ({
              mail: found.mail,
              parts,
              source: readSource(found.source)
            }))
      )

    /**
     * Finds or adds a mail's entry and moves it to the end. Synchronous, so nothing can change in
     * between.
     */
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
      // The mail was cleared or captured anew in the meantime; the next request reads it again.
      if (opened?.mail.captured_at !== entry.captured_at) drop(id, entry)
      else entry.octets = octetsOf(opened)
      evict()
    }

    const open = (id: string) =>
      Effect.gen(function* () {
        const fresh = yield* Effect.cached(read(id))
        const mail = yield* inbox.findMail(id)
        if (mail === undefined) {
          entries.delete(id)
          return undefined
        }
        const entry = entryOf(mail, fresh)
        const opened = yield* Effect.onError(entry.read, () =>
          Effect.sync(() => {
            drop(id, entry)
          })
        )
        settle(id, entry, opened)
        return opened
      })

    return {
      open,
      forget: Effect.sync(() => {
        entries.clear()
      })
    }
  })
