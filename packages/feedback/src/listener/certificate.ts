import { Data, Effect } from "effect"
import { readFile } from "node:fs/promises"
import { createSecureContext } from "node:tls"

/** The listener for bounces can't listen on its port. */
export class BounceListenFailed extends Data.TaggedError("BounceListenFailed")<{
  /** Undefined for every interface. */
  readonly host: string | undefined
  readonly port: number
  /** The system's error code, such as `EADDRINUSE`. */
  readonly reason: string
}> {
  readonly code = "bounce_listen_failed"

  override get message(): string {
    const where = this.host === undefined ? "" : ` of ${this.host}`
    switch (this.reason) {
      case "EADDRINUSE":
        return (
          `Port ${this.port}${where}, where bounces should come in, is in use already: by another mail server, or by another Telemark, of which one is enough. ` +
          "Stop that program, or choose another port (TELEMARK_BOUNCE_PORT; 0 for none)."
        )
      case "EACCES":
        return (
          `This user may not listen on port ${this.port} for bounces. Give it the right, for example by CAP_NET_BIND_SERVICE, ` +
          "or choose a port from 1024 up (TELEMARK_BOUNCE_PORT) and forward port 25 to it."
        )
      case "EADDRNOTAVAIL":
      case "ENOTFOUND":
      case "EAI_AGAIN":
      case "EINVAL":
        return `${this.host ?? "The address"} is not an address of this machine. Choose one that is for bounces (TELEMARK_BOUNCE_HOST), or none for all of them.`
      default:
        return `The listener for bounces can't listen on port ${this.port}${where} (${this.reason}). Check TELEMARK_BOUNCE_HOST and TELEMARK_BOUNCE_PORT.`
    }
  }
}

/** The certificate of the listener for bounces can't be used. */
export class BounceCertificateNotUsable extends Data.TaggedError("BounceCertificateNotUsable")<{
  readonly certFile: string
  readonly keyFile: string
  readonly reason: string
}> {
  readonly code = "bounce_certificate_not_usable"

  override get message(): string {
    return (
      `The certificate ${this.certFile} with the key ${this.keyFile}, for bounces that come in by TLS, can't be used (${this.reason}). ` +
      "Both must be PEM files that this user may read, and belong together."
    )
  }
}

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

/** Checks that they belong together. */
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

/** Certificates are renewed days before they expire. */
const reread = "1 minute"

/**
 * Calls `use` with each new certificate. Files that can't be used are logged, and the present
 * certificate stays.
 */
export const followCertificate = (
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
