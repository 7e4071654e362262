import { readCertificate, type TlsCertificate, type TlsFiles } from "@telemark/smtp"
import { Data, Effect } from "effect"

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

/** Checks that they belong together. */
export const readBounceCertificate = (
  files: TlsFiles
): Effect.Effect<TlsCertificate, BounceCertificateNotUsable> =>
  Effect.mapError(
    readCertificate(files),
    ({ certFile, keyFile, reason }) => new BounceCertificateNotUsable({ certFile, keyFile, reason })
  )
