import type { FoundReport } from "@telemark/core"
import { Config, Effect, Option, Redacted, Result, type Scope } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { readFile, stat } from "node:fs/promises"
import {
  type MailSource,
  type ReadOptions,
  sourceFailed,
  type SourceFailed
} from "../feedbackImport/MailSource.js"
import { fileSource, inputSource } from "../feedbackImport/fileSource.js"
import { importMail, noMail, returnPathKeys, type Tally } from "../feedbackImport/importMail.js"
import { maildirSource } from "../feedbackImport/maildirSource.js"
import type { ImapFailed } from "../feedbackImport/openMailbox.js"
import { imapSource } from "../feedbackImport/pollMailbox.js"
import { counted, print, printJson, remark } from "../output.js"
import { disposals, parseImapUrl } from "../settings/imapUrl.js"
import { imapPasswordName } from "../settings/settingList.js"
import { commandFailed, Reported } from "./failures.js"
import { formatTable } from "./formatTable.js"
import { flag, json } from "./parameters.js"
import { withServices } from "./withSettings.js"

const usage = (message: string) => commandFailed("usage", message)

const paths = Argument.variadic()(
  Argument.String("path").pipe(
    Argument.withDescription(
      "A message, an mbox file or a Maildir; - for standard input, which has a message or an mbox file."
    )
  )
)

const imap = Flag.String("imap").pipe(
  Flag.withDescription(
    `A mailbox on an IMAP server, such as imaps://user@host/INBOX. The password is in ${imapPasswordName} or --password-file.`
  ),
  Flag.optional
)
const passwordFile = Flag.String("password-file").pipe(
  Flag.withDescription("A file with the password for --imap on its first line."),
  Flag.optional
)
const then = Flag.Literals("then", ["keep", "seen", "delete"]).pipe(
  Flag.withDescription(
    "What happens to messages of a Maildir or mailbox: they stay as they are (keep), are marked as seen (seen), " +
      "or are deleted once their reports are recorded, and else marked as seen (delete)."
  ),
  Flag.withDefault("keep" as const)
)
const all = flag("all", "Read messages of a Maildir or mailbox that are marked as seen, too.")
const dryRun = flag(
  "dry-run",
  "Show the reports without recording them, and leave the messages as they are."
)

/** In a trial run. */
const maxShown = 100

const noteEvery = 1_000

const readPassword = (file: Option.Option<string>) =>
  Effect.gen(function* () {
    const text = Option.isSome(file)
      ? yield* Effect.tryPromise({
          try: () => readFile(file.value, "utf8"),
          catch: sourceFailed(file.value)
        })
      : yield* Effect.orElseSucceed(Config.String(imapPasswordName), () => "")
    const password = text.split(/\r?\n/, 1)[0] ?? ""
    if (password === "")
      return yield* usage(
        `--imap needs a password: set ${imapPasswordName}, or name a file that has it with --password-file.`
      )
    return Redacted.make(password)
  })

const toMailbox = (url: string, file: Option.Option<string>) =>
  Effect.gen(function* () {
    const mailbox = yield* Effect.fromResult(
      Result.mapError(parseImapUrl(url), (problem) =>
        usage(`The URL of --imap ${problem}. It looks like imaps://user@host/INBOX.`)
      )
    )
    if (mailbox.password !== undefined) {
      return yield* usage(
        `The URL of --imap has a password, which other users of this machine can see. Leave it out, and set ${imapPasswordName} instead.`
      )
    }
    return { ...mailbox, password: yield* readPassword(file) }
  })

type Opening = Effect.Effect<MailSource, SourceFailed | ImapFailed, Scope.Scope>

const openPath = (path: string, options: ReadOptions): Opening =>
  path === "-"
    ? inputSource
    : Effect.flatMap(
        Effect.tryPromise({ try: () => stat(path), catch: sourceFailed(path) }),
        (found): Opening => (found.isDirectory() ? maildirSource(path, options) : fileSource(path))
      )

const recordedOf = ({ reports }: Tally): number => (reports.recorded ?? 0) + (reports.found ?? 0)

/** Every thousand messages. */
const makeProgress = () => {
  let noted = 0
  return (sum: Tally) => {
    if (Math.floor(sum.messages / noteEvery) === noted) return Effect.void
    noted = Math.floor(sum.messages / noteEvery)
    return remark(
      `${counted(sum.messages, "message")} read, ${counted(recordedOf(sum), "report")} ${sum.reports.found === undefined ? "recorded" : "found"} …`
    )
  }
}

const rowOf = ({ kind, message, recipient, ...report }: FoundReport): ReadonlyArray<string> => [
  message.email_id ?? (message.message_id === undefined ? "-" : `<${message.message_id}>`),
  kind,
  "verdict" in report ? (report.verdict ?? "") : "",
  recipient ?? "-",
  "smtp_response" in report ? (report.smtp_response ?? "") : ""
]

const rowsOf = ({
  ignored,
  messages,
  reports,
  unread
}: Tally): ReadonlyArray<readonly [string, string, string]> => {
  const row = (name: string, number: number | undefined, note: string) =>
    [name, String(number ?? 0), note] as const
  return [
    row("messages", messages, ""),
    ...(reports.found === undefined
      ? [
          row("recorded", reports.recorded, "reports that are new"),
          row("repeated", reports.repeated, "reports that were recorded before"),
          row("superseded", reports.superseded, "reports on emails with a later status"),
          row("too_early", reports.too_early, "reports on emails that aren't known to be sent yet"),
          row("unknown_email", reports.unknown_email, "reports on emails that aren't here")
        ]
      : [row("found", reports.found, "reports; none was recorded")]),
    row("ignored", ignored, "automatic replies and the like"),
    row("unread", unread, "messages without a report that can be read")
  ]
}

export const feedbackImport = (name: string) =>
  Command.make(name, { paths, imap, passwordFile, then, all, dryRun, json }, (given) =>
    withServices((settings) =>
      Effect.gen(function* () {
        const { dryRun, json } = given
        if (given.paths.length === 0 && Option.isNone(given.imap)) {
          return yield* usage(
            "Name what to read: files, Maildirs or - for standard input, or a mailbox with --imap."
          )
        }
        const mailbox = Option.isSome(given.imap)
          ? yield* toMailbox(given.imap.value, given.passwordFile)
          : undefined
        const keys = yield* Effect.flatten(returnPathKeys(settings))
        const options: ReadOptions = {
          all: given.all,
          disposal: disposals[dryRun ? "keep" : given.then]
        }
        const openings: ReadonlyArray<Opening> = [
          ...given.paths.map((path) => openPath(path, options)),
          ...(mailbox === undefined
            ? []
            : [
                imapSource(mailbox, {
                  ...options,
                  disposal: dryRun ? options.disposal : (mailbox.disposal ?? options.disposal)
                })
              ])
        ]

        let total = noMail
        let skipped = 0
        let failures = 0
        const shown: Array<FoundReport> = []
        const progress = makeProgress()
        const show = (reports: ReadonlyArray<FoundReport>) =>
          Effect.sync(() => {
            shown.push(...reports.slice(0, maxShown - shown.length))
          })
        // What was read before a failure counts.
        const readOne = (opening: Opening) =>
          Effect.scoped(
            Effect.flatMap(opening, (source) =>
              Effect.ensuring(
                importMail(source, {
                  keys,
                  from: total,
                  note: (tally) => {
                    total = tally
                    return progress(tally)
                  },
                  ...(dryRun ? { show } : {})
                }),
                Effect.sync(() => {
                  skipped += source.skipped()
                })
              )
            )
          )
        const goOn = (failure: SourceFailed | ImapFailed) =>
          Effect.andThen(
            remark(`telemark: ${failure.message}`),
            Effect.sync(() => {
              failures++
            })
          )
        for (const opening of openings) {
          yield* Effect.catchTags(readOne(opening), { SourceFailed: goOn, ImapFailed: goOn })
        }

        const found = total.reports.found ?? 0
        if (json)
          yield* printJson({ ...total, skipped, failures, ...(dryRun ? { data: shown } : {}) })
        else {
          if (shown.length > 0) {
            yield* print(
              `${formatTable([["EMAIL", "KIND", "WHY", "RECIPIENT", "REPLY"], ...shown.map(rowOf)])}\n`
            )
            if (found > shown.length)
              yield* remark(`… and ${counted(found - shown.length, "more report")}.`)
          }
          yield* print(formatTable(rowsOf(total)))
        }
        if (skipped > 0) {
          yield* remark(
            `${counted(skipped, "message was left out, because it is", "messages were left out, because they are")} marked as seen. --all reads such messages, too.`
          )
        }
        if (failures > 0) {
          yield* remark(
            "Not everything could be read. You can run the command again: no report counts twice."
          )
          return yield* new Reported()
        }
      })
    )
  ).pipe(
    Command.withDescription(
      "Records what bounces and spam reports in files, Maildirs and mailboxes say. A report counts once, however often it is read."
    )
  )
