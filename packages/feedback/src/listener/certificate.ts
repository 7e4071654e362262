import { Effect } from "effect"
import { readFile } from "node:fs/promises"
import { createSecureContext } from "node:tls"
import { BounceCertificateNotUsable } from "./errors.js"

/** PEM files of a certificate, with its chain, and of its private key. */
export interface TlsFiles {
  readonly certFile: string
  readonly keyFile: string
}

export interface Certificate {
  readonly cert: string
  readonly key: string
}

const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? "code" in error && typeof error.code === "string"
      ? error.code
      : error.message
    : "unknown"

/** Reads a certificate and its key, and checks that they belong together. */
export const readCertificate = ({
  certFile,
  keyFile
}: TlsFiles): Effect.Effect<Certificate, BounceCertificateNotUsable> =>
  Effect.tryPromise({
    try: async () => {
      const [cert, key] = await Promise.all([
        readFile(certFile, "latin1"),
        readFile(keyFile, "latin1")
      ])
      createSecureContext({ cert, key })
      return { cert, key }
    },
    catch: (error) => new BounceCertificateNotUsable({ certFile, keyFile, reason: reasonOf(error) })
  })

/** How often the files are read again: certificates are renewed days before they expire. */
const reread = "1 minute"

/**
 * Calls `use` with each new certificate that the files contain. Files that can't be used are
 * logged, and the present certificate stays.
 */
export const followCertificate = (
  files: TlsFiles,
  first: Certificate,
  use: (certificate: Certificate) => void
): Effect.Effect<never> => {
  let [present, problem] = [first, ""]
  const look = Effect.matchEffect(readCertificate(files), {
    onFailure: (error) => {
      if (problem === error.reason) return Effect.void
      problem = error.reason
      return Effect.logWarning(
        "the changed certificate for bounces can't be used; the previous one stays in use",
        { reason: error.message }
      )
    },
    onSuccess: (found) => {
      problem = ""
      if (found.cert === present.cert && found.key === present.key) return Effect.void
      present = found
      use(found)
      return Effect.logInfo("the certificate for bounces was read again, since its files changed")
    }
  })
  return Effect.forever(Effect.delay(look, reread))
}
