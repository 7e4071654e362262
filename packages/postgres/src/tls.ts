import { readFileSync } from "node:fs"
import type { ConnectionOptions } from "node:tls"
import { refuse } from "./explainPostgresError.js"

/** A parameter of the URL. */
export type Given = (name: string) => string | undefined

/** Read here. The driver would give the modes other meanings than libpq does. */
export const tlsParameters = ["sslmode", "sslrootcert", "sslcert", "sslkey"]

/** Left to the driver, or without a meaning here. */
const others = ["ssl", "sslnegotiation", "sslsni", "sslcompression"]

/** Ignored, they would leave out what somebody relies on. */
export const checkTlsNames = (names: ReadonlyArray<string>): void => {
  for (const name of names) {
    if (/^ssl/.test(name) && !tlsParameters.includes(name) && !others.includes(name))
      throw refuse(`The URL of the database has the parameter ${name}, which isn't supported.`)
  }
}

const variables: Readonly<Record<string, string>> = {
  sslmode: "PGSSLMODE",
  sslrootcert: "PGSSLROOTCERT",
  sslcert: "PGSSLCERT",
  sslkey: "PGSSLKEY"
}

/** Of an encrypted connection whose certificate is checked in part. */
const partly = {
  none: { rejectUnauthorized: false },
  chain: { checkServerIdentity: () => undefined },
  all: {}
} satisfies Readonly<Record<string, ConnectionOptions>>

const meant = "It takes disable, require, verify-ca or verify-full"

const checked = (mode: string, root: string | undefined): keyof typeof partly => {
  if (root === "system" && mode !== "verify-full")
    throw refuse(`sslrootcert=system needs sslmode=verify-full, not sslmode=${mode}.`)
  switch (mode) {
    case "require":
      return root === undefined ? "none" : "chain"
    case "verify-ca":
      if (root === undefined)
        throw refuse(
          "sslmode=verify-ca needs the file of the server's CA (sslrootcert=/path/ca.pem): anybody gets a certificate of a public one. Without a file, use sslmode=verify-full."
        )
      return "chain"
    case "verify-full":
      return "all"
    case "no-verify":
      return "none"
    case "allow":
    case "prefer":
      throw refuse(
        `sslmode=${mode} isn't supported, because it doesn't say whether connections are encrypted. ${meant}.`
      )
    default:
      throw refuse(`The sslmode of the database is unknown. ${meant}.`)
  }
}

const read = (file: string | undefined): string | undefined =>
  file === undefined ? undefined : readFileSync(file, "utf8")

/**
 * What the URL, or libpq's variables, say of TLS, with libpq's meanings; undefined if they say
 * nothing. Throws if it can't be done so, or a file can't be read.
 */
export const tlsOf = (given: Given): ConnectionOptions | boolean | undefined => {
  const of = (name: string) => given(name) ?? (process.env[variables[name] ?? ""] || undefined)
  const [mode, root, cert, key] = ["sslmode", "sslrootcert", "sslcert", "sslkey"].map(of)
  if (mode === "disable") return false
  if (mode === undefined && root === undefined && cert === undefined) return undefined
  const trusted = checked(mode ?? "verify-full", root)
  return Object.fromEntries(
    Object.entries({
      ...partly[trusted],
      ca: root === "system" ? undefined : read(root),
      cert: read(cert),
      key: read(key)
    }).filter(([, value]) => value !== undefined)
  )
}
