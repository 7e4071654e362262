import { Data, Effect } from "effect"
import { readFile } from "node:fs/promises"
import { createSecureContext } from "node:tls"

/** PEM files of a certificate, with its chain, and of its private key. */
export interface TlsFiles {
  readonly certFile: string
  readonly keyFile: string
}

export interface Certificate {
  readonly cert: string
  readonly key: string
}

/** The files of a certificate can't be used. */
export class CertificateNotUsable extends Data.TaggedError("CertificateNotUsable")<{
  readonly certFile: string
  readonly keyFile: string
  readonly reason: string
}> {
  override get message(): string {
    return (
      `The certificate ${this.certFile} with the key ${this.keyFile} can't be used (${this.reason}). ` +
      "Both must be PEM files that this user may read, and belong together."
    )
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? "code" in error && typeof error.code === "string"
      ? error.code
      : error.message
    : "unknown"

/** Checks that they belong together. */
export const readCertificate = ({
  certFile,
  keyFile
}: TlsFiles): Effect.Effect<Certificate, CertificateNotUsable> =>
  Effect.tryPromise({
    try: async () => {
      const [cert, key] = await Promise.all([
        readFile(certFile, "latin1"),
        readFile(keyFile, "latin1")
      ])
      createSecureContext({ cert, key })
      return { cert, key }
    },
    catch: (error) => new CertificateNotUsable({ certFile, keyFile, reason: reasonOf(error) })
  })

/** Certificates are renewed days before they expire. */
const reread = "1 minute"

/**
 * Calls `use` with each new certificate. `purpose` is for the log, such as `bounces`. Files that can't be used are logged, and the present
 * certificate stays.
 */
export const followCertificate = (
  purpose: string,
  files: TlsFiles,
  first: Certificate,
  use: (certificate: Certificate) => void
) => {
  let [present, problem] = [first, ""]
  const look = Effect.matchEffect(readCertificate(files), {
    onFailure: (error) => {
      if (problem === error.reason) return Effect.void
      problem = error.reason
      return Effect.logWarning(
        `the changed certificate for ${purpose} can't be used; the previous one stays in use`,
        { reason: error.message }
      )
    },
    onSuccess: (found) => {
      problem = ""
      if (found.cert === present.cert && found.key === present.key) return Effect.void
      present = found
      use(found)
      return Effect.logInfo(
        `the certificate for ${purpose} was read again, since its files changed`
      )
    }
  })
  return Effect.forever(Effect.delay(look, reread))
}
