import { maxMessageBytes } from "@telemark/feedback"
import { Data, Effect, Redacted } from "effect"
import type { ImapMailbox } from "../settings/imapUrl.js"

type ImapStep = "connect" | "tls" | "auth" | "mailbox" | "protocol"

const explanations: Readonly<Record<ImapStep, string>> = {
  connect: "It can't be reached. Check host, port and the network between.",
  tls: "TLS could not be set up. Its certificate must be valid for the host; `?tls=none` with imap:// does without TLS, for a server on this machine.",
  auth: "It refused the login. Check the user and the password; some providers want a password for applications.",
  mailbox:
    "It has no such mailbox, or refuses to open it. Check the path of the URL, and the mailbox that messages are moved to.",
  protocol: "The conversation failed. It will mostly work later."
}

/** The message names neither user nor password. */
export class ImapFailed extends Data.TaggedError("ImapFailed")<{
  readonly host: string
  readonly port: number
  readonly step: ImapStep
}> {
  readonly code = "imap_failed"

  override get message(): string {
    return `The IMAP server ${this.host}:${String(this.port)} can't be used (${this.step}). ${explanations[this.step]}`
  }
}

const tlsCodes =
  /^(?:CERT_|ERR_TLS|ERR_SSL|EPROTO$|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|HOSTNAME_MISMATCH)/

const textOf = (error: object, name: string): string => {
  const value: unknown = Reflect.get(error, name)
  return typeof value === "string" ? value : ""
}

/** Only the client's codes are looked at: its texts repeat what was sent. */
const stepOf = (error: unknown, otherwise: ImapStep): ImapStep => {
  if (typeof error !== "object" || error === null) return otherwise
  if (Reflect.get(error, "authenticationFailed") === true) return "auth"
  const code = textOf(error, "code")
  if (Reflect.get(error, "tlsFailed") === true || tlsCodes.test(code)) return "tls"
  if (
    /^(?:E(?:CONN|HOST|NET|NOTFOUND|AI_|TIMEDOUT|PIPE|ADDR)|CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT)/.test(
      code
    )
  )
    return "connect"
  return otherwise
}

interface FetchedMessage {
  readonly uid: number
  /** At most its first 256 KiB. */
  readonly source: Uint8Array
}

/** Messages are named by their UIDs. */
interface OpenMailbox {
  /** Messages when it was opened. */
  readonly exists: number
  /** Oldest first. */
  readonly list: (which: "unseen" | "all") => Effect.Effect<ReadonlyArray<number>, ImapFailed>
  /** Leaves them unseen. Messages that are gone meanwhile are missing. */
  readonly fetch: (
    uids: ReadonlyArray<number>
  ) => Effect.Effect<ReadonlyArray<FetchedMessage>, ImapFailed>
  readonly markSeen: (uids: ReadonlyArray<number>) => Effect.Effect<void, ImapFailed>
  readonly remove: (uids: ReadonlyArray<number>) => Effect.Effect<void, ImapFailed>
  readonly move: (uids: ReadonlyArray<number>, mailbox: string) => Effect.Effect<void, ImapFailed>
}

/** Of one step, in milliseconds. */
const patience = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 }

/** A server that sends more than it was asked for is cut off. */
const maxLiteralSize = 4 * maxMessageBytes

const connect = ({ host, password, port, tls, user }: ImapMailbox) =>
  Effect.tryPromise({
    // On demand: it costs memory and start-up time.
    try: async () => {
      const { ImapFlow } = await import("imapflow")
      const client = new ImapFlow({
        host,
        port,
        secure: tls === "implicit",
        doSTARTTLS: tls === "implicit" ? undefined : tls === "starttls",
        auth: { user, pass: password === undefined ? "" : Redacted.value(password) },
        // Its log would contain the conversation.
        logger: false,
        disableAutoIdle: true,
        maxLiteralSize,
        ...patience
      })
      // It is in the rejection of the command, too.
      client.on("error", () => {})
      await client.connect().catch((error: unknown) => {
        client.close()
        throw error
      })
      return client
    },
    catch: (error) => new ImapFailed({ host, port, step: stepOf(error, "protocol") })
  })

/** Until the scope closes. */
export const openMailbox = (server: ImapMailbox, { readOnly }: { readonly readOnly: boolean }) =>
  Effect.gen(function* () {
    const { host, mailbox, port } = server
    // Closed at once: the server has answered whatever has to be kept.
    const client = yield* Effect.acquireRelease(connect(server), (client) =>
      Effect.sync(() => {
        client.close()
      })
    )
    const command = <A>(step: ImapStep, run: () => Promise<A>) =>
      Effect.tryPromise({
        try: run,
        catch: (error) => new ImapFailed({ host, port, step: stepOf(error, step) })
      })
    const change = (
      step: ImapStep,
      uids: ReadonlyArray<number>,
      run: (range: string) => Promise<unknown>
    ) =>
      uids.length === 0
        ? Effect.void
        : command(step, async () => {
            if ((await run(uids.join(","))) === false) throw new Error("refused")
          })
    const { exists } = yield* command("mailbox", () => client.mailboxOpen(mailbox, { readOnly }))
    return {
      exists,
      list: (which) =>
        Effect.map(
          command("protocol", () =>
            client.search(which === "all" ? { all: true } : { seen: false }, { uid: true })
          ),
          (found) => (Array.isArray(found) ? found.toSorted((one, other) => one - other) : [])
        ),
      fetch: (uids) =>
        command("protocol", async () => {
          const found: Array<FetchedMessage> = []
          for await (const { source, uid } of client.fetch(
            uids.join(","),
            { uid: true, source: { start: 0, maxLength: maxMessageBytes } },
            { uid: true }
          )) {
            if (source !== undefined) found.push({ uid, source })
          }
          return found
        }),
      markSeen: (uids) =>
        change("protocol", uids, (range) =>
          client.messageFlagsAdd(range, ["\\Seen"], { uid: true })
        ),
      remove: (uids) =>
        change("protocol", uids, (range) => client.messageDelete(range, { uid: true })),
      move: (uids, to) =>
        change("mailbox", uids, (range) => client.messageMove(range, to, { uid: true }))
    } satisfies OpenMailbox
  })
