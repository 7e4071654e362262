import type { KeptMembers, Mailbox, OAuth2Grant, StoreContent } from "@telemark/contract"
import type { Effect, Redacted } from "effect"

/** The name is spelled as the caller did, and the value is on one line. */
export type HeaderField = readonly [name: string, value: string]

/** Without its content. */
export interface AttachmentInfo {
  readonly filename: string
  /** A media type such as `application/pdf` (RFC 6838); null: derived from the filename. */
  readonly content_type: string | null
  /**
   * The name that the HTML refers to, as in `cid:logo`, without angle brackets (RFC 2392); null for
   * a regular attachment.
   */
  readonly content_id: string | null
  /** Octets. */
  readonly size: number
}

export interface Attachment extends AttachmentInfo {
  readonly content: Uint8Array
}

/** As given. */
export interface ShownRecipients {
  readonly to: ReadonlyArray<Mailbox>
  readonly cc: ReadonlyArray<Mailbox>
}

export interface TrackedActions {
  readonly opens: boolean
  readonly clicks: boolean
}

/** All messages of one send share it, stored once. */
export interface MessageBody {
  readonly id: string
  readonly html: string | null
  readonly text: string | null
  readonly headers: ReadonlyArray<HeaderField>
  /** The To and Cc fields that every recipient sees; null: each recipient sees only itself. */
  readonly shown: ShownRecipients | null
  readonly attachments: ReadonlyArray<AttachmentInfo>
  /**
   * Its only file is the complete mail, which is sent as it is, and there is nothing else; absent:
   * the mail is composed.
   */
  readonly raw?: true | undefined
  /** Absent: always. Otherwise it is removed once no recipient of the send waits any more. */
  readonly store?: Exclude<StoreContent, "always"> | undefined
  /** What its html reports; absent: nothing. */
  readonly track?: TrackedActions | undefined
}

/** An opened key that signs messages (RFC 6376). While cached, the same key is the same object. */
export interface SigningKey {
  readonly domain: string
  readonly selector: string
  /** RFC 6376 and RFC 8463. */
  readonly algorithm: "rsa" | "ed25519"
  /** PKCS #8 as PEM. */
  readonly private_key: Redacted.Redacted
}

/** As stored, with its tenant. */
export interface SealedSigningKey extends Omit<SigningKey, "private_key"> {
  readonly tenant_id: string
  readonly private_key: string
}

/** The envelope sender (RFC 5321 4.1.1.2), to which bounces are sent. */
export interface ReturnPath {
  /** In ASCII. */
  readonly address: string
  /** Whether a successful delivery should be reported, too (RFC 3461 4.1). */
  readonly reports_success: boolean
}

/** Addresses for unsubscribing from the mail that a message belongs to. */
export interface UnsubscribeLinks {
  /** The page with the button; it also takes the one-click request (RFC 8058). */
  readonly page: string
  /** The page that lists the topics. */
  readonly preferences: string
  /** An address to which mail unsubscribes; undefined without a listener. */
  readonly mailto: string | undefined
}

/**
 * The addresses by which a message reports clicks. Each has two parts, so that the longer one is
 * made once for all messages of a send.
 */
export interface ClickLinks {
  /** How all of them begin in this message, and in no other. */
  readonly start: string
  /**
   * How the address goes on that leads to `target`, an absolute http or https URL: the same in all
   * messages of a send. Undefined: the link stays.
   */
  readonly endFor: (target: string) => string | undefined
}

/**
 * Addresses in a message that lead to this service. They depend on the message alone, so that it
 * has the same bytes each time it is composed.
 */
export interface MessageLinks {
  /** The image that reports that the message was opened; undefined: opens aren't tracked. */
  readonly pixel: string | undefined
  /** Where links lead instead of their targets; undefined: clicks aren't tracked. */
  readonly click: ClickLinks | undefined
  /** Undefined if the message doesn't offer unsubscribing. */
  readonly unsubscribe: UnsubscribeLinks | undefined
}

/** As it was accepted. Times are epoch milliseconds. */
export interface MessageOfSend {
  readonly id: string
  readonly tenant_id: string
  readonly sender: Mailbox
  readonly recipient: string
  /** The display name in the To field; null if the send gave none. */
  readonly recipient_name: string | null
  readonly subject: string
  readonly created_at: number
  /** The requested send time; null: at once. */
  readonly scheduled_at: number | null
  readonly template_id: string | null
}

/** With everything needed to compose it. Equal values give equal bytes. */
export interface OutgoingMessage extends MessageOfSend {
  readonly body: MessageBody
  readonly attachments: ReadonlyArray<Attachment>
  /**
   * Keys to sign with; empty: sent unsigned. A key that fails is an error and never makes an
   * unsigned mail.
   */
  readonly signing: ReadonlyArray<SigningKey>
  /** Absent: the sender's address, and no reports are asked for. */
  readonly return_path?: ReturnPath
  /** Absent: the mail carries no address of this service. */
  readonly links?: MessageLinks
}

/** Of what a send gave, what its delivery needs; the rest is for lists and events alone. */
type DeliveredMembers = Pick<KeptMembers, "topic">

export const deliveredOf = ({ topic }: DeliveredMembers): DeliveredMembers => ({ topic })

/** A message that a worker has leased. */
export interface ClaimedMessage extends MessageOfSend, DeliveredMembers {
  /** Null if it is no longer stored: somebody removed it, or a backup was restored in parts. */
  readonly body: MessageBody | null
  /** Small ones of mail that this process has just accepted; absent: they are read. */
  readonly files?: ReadonlyArray<Attachment>
  /** Including this one. */
  readonly attempts: number
  /** As a whole, or for the topic. */
  readonly suppressed: boolean
  /**
   * Since when the next hop refuses us rather than this message, in epoch milliseconds; null if it
   * doesn't.
   */
  readonly refused_since: number | null
  /** Active keys of the sender's domain; empty if the tenant hasn't verified it. */
  readonly keys: ReadonlyArray<SealedSigningKey>
  /**
   * Whether the tenant has verified the sender's domain, and its `bounce.<domain>` as an alias of
   * the return path host.
   */
  readonly return_path_verified: boolean
  /**
   * The same of its `track.<domain>` and the tracking host. Only for a domain that is exclusive to
   * the tenant, since others could use its name.
   */
  readonly tracking_verified: boolean
  readonly smtp_config: StoredServer | null
  /** The span in which it was accepted; absent if it wasn't traced, or traces go nowhere here. */
  readonly traceparent?: string
}

/**
 * When a message's delivery begins, in epoch milliseconds: the mail's Date, and the start of its
 * age.
 */
export const datedAt = ({
  created_at,
  scheduled_at
}: Pick<OutgoingMessage, "created_at" | "scheduled_at">): number =>
  Math.max(created_at, scheduled_at ?? created_at)

/** Where access tokens for a login come from (RFC 6749), without the secrets. */
export interface OAuth2Client {
  readonly grant_type: OAuth2Grant
  readonly token_url: string
  readonly client_id: string
  readonly scope: string | null
}

export interface OAuth2Login extends OAuth2Client {
  readonly client_secret: Redacted.Redacted | null
  readonly refresh_token: Redacted.Redacted | null
  /** The endpoint gave another refresh token, which is to be used from now on. */
  readonly keepRefreshToken: (refreshToken: Redacted.Redacted) => Effect.Effect<void>
}

export interface OwnServer {
  /** The id of its configuration, `smtp_…`, a new one with each save: servers with the same id are identical, but for a refresh token. */
  readonly id: string
  readonly provider: string
  /** Lower case; a name in A-labels. */
  readonly host: string
  /** 465 means TLS from the first byte; other ports begin unencrypted. */
  readonly port: number
  readonly username: string
  /** Null if it logs in with access tokens. */
  readonly password: Redacted.Redacted | null
  readonly oauth2?: OAuth2Login | undefined
  readonly tls_required: boolean
  /**
   * The EHLO name, normalized by `toEhloName`; null: the operator's, else the machine's, else the
   * domain of `from_email`, else that of the connection's first sender.
   */
  readonly ehlo_name: string | null
  readonly from_email: string | null
}

/** As a claim reads it. */
export interface StoredServer extends Omit<OwnServer, "oauth2" | "password"> {
  readonly tenant_id: string
  /** Sealed: the password, or the secrets of `oauth2`. */
  readonly password: string
  /** Null if it logs in with a password. */
  readonly oauth2: OAuth2Client | null
  /** False from a refused login until the server accepts mail again or is verified. */
  readonly verified: boolean
}
