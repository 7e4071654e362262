import { parseSecret, type RotatedSecrets, rotateSecrets } from "@telemark/core"
import { Effect, type Redacted, Result } from "effect"
import * as Command from "effect/cli/Command"
import { printAs, remark } from "../output.js"
import { secretMissing } from "../settings/Settings.js"
import { Reported } from "./failures.js"
import { json } from "./parameters.js"
import { recorded } from "./recorded.js"
import { withServices } from "./withSettings.js"

/** After a rotation. `none` if the keys are in a file, which the command maintains. */
const advice = {
  none: "The previous key stays in the file until the next rotation, for secrets that were being encrypted with it during this one. Back up the file again.",
  put_new_key_first:
    "TELEMARK_SECRET holds one key. To change it, add a new one (`openssl rand -base64 32`) after it, separated by a comma, and restart " +
    "every process; then put the new one first, restart every process, and run this again.",
  restart_and_repeat:
    "Once every process has been restarted with this TELEMARK_SECRET, run this again.",
  remove_other_keys:
    "All of them are encrypted with the first key of TELEMARK_SECRET. If that is the new key, and every process has been " +
    "restarted with it, you can remove the others.",
  repeat: "Some were saved with an older key in the meantime. Run this again.",
  restore_keys:
    "All keys were kept. Add the missing keys again, after the present ones, and run this again; " +
    "save damaged secrets again."
} as const

type NextStep = keyof typeof advice

/** `keys`: how many TELEMARK_SECRET has, 0 for the key file. */
export const nextStep = (
  { complete, resealed, unreadable }: RotatedSecrets,
  keys: number
): NextStep => {
  if (unreadable.length > 0) return "restore_keys"
  if (!complete) return "repeat"
  if (keys === 0) return "none"
  if (keys === 1) return "put_new_key_first"
  return resealed > 0 ? "restart_and_repeat" : "remove_other_keys"
}

const words = { unknown_key: "its key is missing", damaged: "it is damaged" } as const

const keysOf = (secret: Redacted.Redacted | undefined): number =>
  secret === undefined
    ? 0
    : Result.match(parseSecret(secret), { onFailure: () => 0, onSuccess: ({ length }) => length })

const counted = ({ resealed, total, unreadable }: RotatedSecrets): string =>
  [
    `Stored secrets: ${String(total)}`,
    `encrypted again: ${String(resealed)}`,
    ...(unreadable.length === 0 ? [] : [`can't be decrypted: ${String(unreadable.length)}`])
  ].join("; ")

const maxNamed = 10

const unreadableText = (unreadable: RotatedSecrets["unreadable"]): string =>
  [
    ...unreadable
      .slice(0, maxNamed)
      .map(
        ({ reference, reason }) =>
          `  ${[reference.table, reference.tenant_id, reference.row].join(" ").trimEnd()}: ${words[reason]}`
      ),
    ...(unreadable.length > maxNamed ? [`  and ${String(unreadable.length - maxNamed)} more`] : [])
  ].join("\n")

const rotate = Command.make("rotate", { json }, ({ json }) =>
  withServices(
    ({ secret }) =>
      Effect.gen(function* () {
        const change = { operation: "secrets.rotate", target: { kind: "secret" } }
        const rotated = yield* Effect.catchTags(recorded(change)(rotateSecrets(secret)), {
          SecretMissing: () => secretMissing,
          InvalidSecret: Effect.die
        })
        const next = nextStep(rotated, keysOf(secret))
        yield* printAs(json, { ...rotated, next }, counted(rotated))
        yield* remark(
          [unreadableText(rotated.unreadable), advice[next]]
            .filter((text) => text !== "")
            .join("\n")
        )
        if (next === "restore_keys" || next === "repeat") return yield* new Reported()
      }),
    { statementTimeout: "1 minute" }
  )
).pipe(
  Command.withDescription(
    "Encrypts the stored passwords, private keys and webhook secrets again: with a new key if the keys are in a file beside the database, otherwise with the first key of TELEMARK_SECRET. " +
      "You can interrupt and repeat it at any time."
  )
)

export const secrets = Command.make("secrets").pipe(
  Command.withDescription("Manages the keys that encrypt stored secrets."),
  Command.withSubcommands([rotate])
)
