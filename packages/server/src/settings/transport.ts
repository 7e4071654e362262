import type { SmtpOAuth2Options } from "@telemark/smtp"
import { Redacted, Result } from "effect"
import type { Reading, Setting } from "./Setting.js"
import { relayProblem } from "./relayLogin.js"
import { settings as table } from "./settingList.js"
import type { UsualValue } from "./usualRelay.js"

export interface RelaySettings {
  /** The variable that names it. */
  readonly name: string
  readonly url: Redacted.Redacted
  /** Instead of a password in the URL. */
  readonly oauth2?: SmtpOAuth2Options | undefined
  readonly connections: number
  readonly messagesPerConnection: number
}

/** How mail is sent or captured. */
export type TransportSettings =
  | {
      readonly _tag: "Capture"
      /**
       * Also mail of tenants with their own SMTP server: if capture was requested, nothing must
       * leave by itself.
       */
      readonly all: boolean
      /** Sends captured mail that somebody releases. */
      readonly relay?: RelaySettings | undefined
    }
  | ({ readonly _tag: "Smtp" } & RelaySettings)

interface TransportReadings {
  readonly smtpConnections: Reading<number>
  readonly smtpMessagesPerConnection: Reading<number>
  readonly smtpUrl: Reading<string | undefined>
  readonly transport: Reading<"capture" | "smtp" | undefined>
  readonly usualRelay: Reading<UsualValue | undefined>
}

/** A setting that is wrong beside others. One that is invalid by itself isn't reported again. */
export const wrong = ({ name }: Setting<unknown>, problem: string) => Result.fail({ name, problem })

const captured = (chosen: string | undefined, relay?: RelaySettings): TransportSettings => ({
  _tag: "Capture",
  all: chosen === "capture",
  relay
})

/** Ours, or what other software has, unless all mail is to be captured. */
export const readRelay = ({
  smtpUrl,
  transport,
  usualRelay
}: TransportReadings): Reading<UsualValue | undefined> => {
  if (Result.isFailure(smtpUrl)) return Result.fail(smtpUrl.failure)
  if (smtpUrl.success !== undefined)
    return Result.succeed({ name: table.smtpUrl.name, value: smtpUrl.success })
  return Result.getOrUndefined(transport) === "capture" ? Result.succeed(undefined) : usualRelay
}

export const readTransport = (
  { smtpConnections, smtpMessagesPerConnection, transport }: TransportReadings,
  found: Reading<UsualValue | undefined>,
  oauth2: Reading<SmtpOAuth2Options | undefined>
): Reading<TransportSettings> => {
  if (Result.isFailure(found) || Result.isFailure(transport) || Result.isFailure(oauth2))
    return Result.succeed(captured("capture"))
  const { success: chosen = found.success === undefined ? undefined : "smtp" } = transport
  if (found.success === undefined) {
    const needing =
      chosen === "smtp"
        ? `${table.transport.name}=smtp`
        : chosen === undefined && oauth2.success !== undefined
          ? table.smtpTokenUrl.name
          : undefined
    return needing === undefined
      ? Result.succeed(captured(chosen))
      : wrong(table.smtpUrl, `is needed by ${needing} and takes ${table.smtpUrl.takes}`)
  }
  const problem = relayProblem(found.success, oauth2.success)
  if (problem !== undefined) return problem
  if (Result.isFailure(smtpConnections) || Result.isFailure(smtpMessagesPerConnection))
    return Result.succeed(captured("capture"))
  const relay: RelaySettings = {
    name: found.success.name,
    url: Redacted.make(found.success.value),
    oauth2: oauth2.success,
    connections: smtpConnections.success,
    messagesPerConnection: smtpMessagesPerConnection.success
  }
  return Result.succeed(chosen === "smtp" ? { _tag: "Smtp", ...relay } : captured(chosen, relay))
}
