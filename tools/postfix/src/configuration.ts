export interface PostfixOptions {
  /**
   * To which port of the loopback interface the mail of a domain goes: `{ "far.test": 2525 }`. Mail
   * to any other domain bounces.
   */
  readonly routes?: Readonly<Record<string, number>>
  /**
   * Addresses with a mailbox of its own, such as `ada@here.test`. Mail to others of their domains
   * bounces once it was accepted.
   */
  readonly mailboxes?: ReadonlyArray<string>
  /** Addresses that stand for others: `{ "team@here.test": ["ada@here.test", "bob@far.test"] }`. */
  readonly aliases?: Readonly<Record<string, ReadonlyArray<string>>>
  /** PEM. With them, it offers STARTTLS. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** After how many seconds it reports that a message is delayed; 1 by default. */
  readonly delayWarningSeconds?: number
  /** After how many seconds it gives a message up; 600 by default. */
  readonly lifetimeSeconds?: number
  /** Further settings of main.cf, such as `{ smtpd_discard_ehlo_keywords: "dsn" }`. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface Place {
  /** Postfix' folder; everything that it writes is in it. */
  readonly directory: string
  readonly port: number
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1)

/** A lookup table within main.cf (`postconf -m` names it `inline`). */
const table = (entries: ReadonlyArray<readonly [key: string, value: string]>): string =>
  entries.length === 0
    ? ""
    : `inline:{ ${entries.map(([key, value]) => `{ ${key} = ${value} }`).join(", ")} }`

/**
 * What differs from Postfix' own settings: quick retries and reports, no look-ups, the loopback
 * interface alone.
 */
const settings = (
  { directory }: Place,
  options: PostfixOptions
): Readonly<Record<string, string>> => {
  const {
    aliases = {},
    delayWarningSeconds = 1,
    lifetimeSeconds = 600,
    mailboxes = [],
    routes = {},
    tls
  } = options
  const local = [...new Set([...mailboxes, ...Object.keys(aliases)].map(domainOf))]
  return {
    compatibility_level: "3.6",
    queue_directory: `${directory}/queue`,
    data_directory: `${directory}/data`,
    maillog_file: `${directory}/log`,
    maillog_file_prefixes: directory,
    myhostname: "relay.test",
    mydestination: "",
    alias_maps: "",
    alias_database: "",
    local_recipient_maps: "",
    notify_classes: "",
    local_header_rewrite_clients: "",
    inet_interfaces: "127.0.0.1",
    inet_protocols: "ipv4",
    smtp_bind_address: "127.0.0.1",
    mynetworks: "127.0.0.0/8",
    smtpd_relay_restrictions: "permit_mynetworks, reject",
    smtpd_peername_lookup: "no",
    // What Postfix rejects at once it doesn't report: here it accepts first, as relays do.
    smtpd_reject_unlisted_recipient: "no",
    smtp_dns_support_level: "disabled",
    // No mail leaves this machine, whatever a test writes to.
    default_transport: "error:5.1.2 No such domain",
    transport_maps: table(
      Object.entries(routes).map(([domain, port]) => [domain, `smtp:[127.0.0.1]:${String(port)}`])
    ),
    virtual_mailbox_domains: local.join(" "),
    virtual_mailbox_base: `${directory}/mailboxes`,
    virtual_mailbox_maps: table(mailboxes.map((address) => [address, `${address}/`])),
    virtual_alias_maps: table(
      Object.entries(aliases).map(([address, others]) => [address, others.join(" ")])
    ),
    virtual_uid_maps: "static:65534",
    virtual_gid_maps: "static:65534",
    delay_warning_time: `${String(delayWarningSeconds)}s`,
    maximal_queue_lifetime: `${String(lifetimeSeconds)}s`,
    bounce_queue_lifetime: `${String(lifetimeSeconds)}s`,
    queue_run_delay: "1s",
    minimal_backoff_time: "1s",
    maximal_backoff_time: "1s",
    // A server that doesn't answer is tried again for each message.
    default_destination_concurrency_failed_cohort_limit: "1000",
    ...(tls === undefined
      ? {}
      : {
          smtpd_tls_security_level: "may",
          smtpd_tls_key_file: `${directory}/key.pem`,
          smtpd_tls_cert_file: `${directory}/cert.pem`
        }),
    ...options.settings
  }
}

export const mainCf = (place: Place, options: PostfixOptions): string =>
  Object.entries(settings(place, options))
    .map(([name, value]) => `${name} = ${value}\n`)
    .join("")

/** Service, type, private, unprivileged, chroot, wakeup, process limit, command: no chroot. */
const services = ({ port }: Place): ReadonlyArray<string> => [
  `127.0.0.1:${String(port)} inet n - n - - smtpd`,
  "pickup unix n - n 60 1 pickup",
  "cleanup unix n - n - 0 cleanup",
  // Only when woken it looks at what it put off for a minute since a delivery still held it.
  "qmgr unix n - n 1 1 qmgr",
  "tlsmgr unix - - n 1000? 1 tlsmgr",
  "rewrite unix - - n - - trivial-rewrite",
  "bounce unix - - n - 0 bounce",
  "defer unix - - n - 0 bounce",
  "trace unix - - n - 0 bounce",
  "verify unix - - n - 1 verify",
  "flush unix n - n 1000? 0 flush",
  "proxymap unix - - n - - proxymap",
  "proxywrite unix - - n - 1 proxymap",
  "smtp unix - - n - - smtp",
  "showq unix n - n - - showq",
  "error unix - - n - - error",
  "retry unix - - n - - error",
  "virtual unix - n n - - virtual",
  "anvil unix - - n - 1 anvil",
  "scache unix - - n - 1 scache",
  "postlog unix-dgram n - n - 1 postlogd"
]

export const masterCf = (place: Place): string => `${services(place).join("\n")}\n`
