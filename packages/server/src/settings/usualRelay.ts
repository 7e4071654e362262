import { Config, Result } from "effect"
import { isIPv6 } from "node:net"
import { fileNameOf, type Reading, readText, valueOf } from "./Setting.js"
import { relayUrl, sender } from "./settingValues.js"

// What other software calls its relay and sender. Applications that share an environment set them
// once; they count where our own variables are unset.

/** A value, and the variable that it comes from. */
export interface UsualValue {
  readonly name: string
  readonly value: string
}

const urlNames = ["SMTP_URL", "SMTP_CONNECTION_URL"] as const

const partNames = {
  host: "SMTP_HOST",
  port: "SMTP_PORT",
  user: "SMTP_USER",
  password: "SMTP_PASSWORD",
  pass: "SMTP_PASS",
  secure: "SMTP_SECURE"
} as const

const fromName = "SMTP_FROM"

/** Each may come from a file, as ours may. */
export const usualNames: ReadonlySet<string> = new Set(
  [...urlNames, ...Object.values(partNames), fromName].flatMap((name) => [name, fileNameOf(name)])
)

type Parts = Readonly<Record<keyof typeof partNames, string>>

/** As nodemailer reads such options: TLS from the start on port 465, else STARTTLS on 587. */
const urlOf = ({ host, pass, password, port, secure, user }: Parts): string => {
  const isSecure = secure === "" ? port === "465" : /^(?:true|1|yes|on)$/i.test(secure)
  const login =
    user === ""
      ? ""
      : `${encodeURIComponent(user)}:${encodeURIComponent(password === "" ? pass : password)}@`
  const [scheme, usualPort] = isSecure ? ["smtps", "465"] : ["smtp", "587"]
  return `${scheme}://${login}${isIPv6(host) ? `[${host}]` : host}:${port === "" ? usualPort : port}`
}

export const insteadOf = (name: string): string => `it counts because ${name} is unset: set that`

const checkedRelay = (relay: UsualValue): Reading<UsualValue> =>
  Result.mapBoth(relayUrl(relay.value), {
    onFailure: (reason) => ({
      name: relay.name,
      problem: `${reason ?? "can't be used"}; ${insteadOf("TELEMARK_SMTP_URL")}`
    }),
    onSuccess: () => relay
  })

const all = <const Names extends Readonly<Record<string, string>>>(names: Names) =>
  Config.map(
    Config.all(
      Object.fromEntries(Object.entries(names).map(([key, name]) => [key, valueOf(name)])) as {
        readonly [Key in keyof Names]: Config.Config<Reading<string>>
      }
    ),
    (readings) => Result.all(readings as Readonly<Record<keyof Names, Reading<string>>>)
  )

/**
 * The relay of `SMTP_URL` or `SMTP_CONNECTION_URL`, or the one that `SMTP_HOST` and the variables
 * that go with it describe; undefined without them.
 */
export const usualRelay: Config.Config<Reading<UsualValue | undefined>> = Config.map(
  Config.all([all({ SMTP_URL: urlNames[0], SMTP_CONNECTION_URL: urlNames[1] }), all(partNames)]),
  ([urls, parts]) => {
    if (Result.isFailure(urls)) return Result.fail(urls.failure)
    const name = urlNames.find((one) => urls.success[one] !== "")
    if (name !== undefined) return checkedRelay({ name, value: urls.success[name] })
    if (Result.isFailure(parts)) return Result.fail(parts.failure)
    return parts.success.host === ""
      ? Result.succeed(undefined)
      : checkedRelay({ name: partNames.host, value: urlOf(parts.success) })
  }
)

/** The sender of `SMTP_FROM`; undefined without it. */
export const usualFrom: Config.Config<Reading<string | undefined>> = Config.map(
  valueOf(fromName),
  (reading) =>
    Result.flatMap(reading, (text): Reading<string | undefined> =>
      text === ""
        ? Result.succeed(undefined)
        : readText(
            {
              name: fromName,
              takes: `${sender.takes}; ${insteadOf("TELEMARK_FROM")}`,
              read: sender.read
            },
            text
          )
    )
)
