import {
  type InvalidSmtpUrl,
  parseSmtpUrl,
  parseTokenSmtpUrl,
  type SmtpOAuth2Options
} from "@telemark/smtp"
import { type Redacted, Result } from "effect"
import type { Reading, SettingProblem } from "./Setting.js"
import { settings as table } from "./settingList.js"
import { insteadOf, type UsualValue } from "./usualRelay.js"

/** Of `TELEMARK_SMTP_OAUTH2_…`. */
export interface OAuth2Readings {
  readonly smtpTokenUrl: Reading<string | undefined>
  readonly smtpClientId: Reading<string | undefined>
  readonly smtpClientSecret: Reading<Redacted.Redacted | undefined>
  readonly smtpRefreshToken: Reading<Redacted.Redacted | undefined>
  readonly smtpScope: Reading<string | undefined>
}

const lacks = ({ name, takes }: { readonly name: string; readonly takes: string }) =>
  Result.fail({ name, problem: `is missing and takes ${takes}` })

/** Where access tokens for the relay come from; undefined if none of the settings is given. */
export const readOAuth2 = ({
  smtpClientId,
  smtpClientSecret,
  smtpRefreshToken,
  smtpScope,
  smtpTokenUrl
}: OAuth2Readings): Reading<SmtpOAuth2Options | undefined> => {
  const all = Result.all({
    tokenUrl: smtpTokenUrl,
    clientId: smtpClientId,
    clientSecret: smtpClientSecret,
    refreshToken: smtpRefreshToken,
    scope: smtpScope
  })
  if (Result.isFailure(all)) return Result.fail(all.failure)
  const { clientId, clientSecret, refreshToken, scope, tokenUrl } = all.success
  if (Object.values(all.success).every((value) => value === undefined))
    return Result.succeed(undefined)
  if (tokenUrl === undefined) return lacks(table.smtpTokenUrl)
  if (clientId === undefined) return lacks(table.smtpClientId)
  if (clientSecret === undefined && refreshToken === undefined) return lacks(table.smtpClientSecret)
  return Result.succeed({ tokenUrl, clientId, clientSecret, refreshToken, scope })
}

const reasonOf = (read: Result.Result<unknown, InvalidSmtpUrl>): string | undefined =>
  Result.match(read, { onFailure: ({ reason }) => reason, onSuccess: () => undefined })

/** With tokens, the relay's URL gives the user alone, else also the password. */
export const relayProblem = (
  { name, value }: UsualValue,
  oauth2: SmtpOAuth2Options | undefined
): Result.Result<never, SettingProblem> | undefined => {
  const problem = reasonOf(oauth2 === undefined ? parseSmtpUrl(value) : parseTokenSmtpUrl(value))
  if (problem === undefined) return undefined
  const taken =
    name === table.smtpUrl.name ? `it takes ${table.smtpUrl.takes}` : insteadOf(table.smtpUrl.name)
  return Result.fail({ name, problem: `${problem}; ${taken}` })
}
