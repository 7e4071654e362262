import type { SmtpTestStage } from "@telemark/contract"

export interface SmtpProvider {
  readonly title: string
  /** Its hosts. `<region>` stands for the part that differs. */
  readonly hosts: ReadonlyArray<string>
  /** 465 is with implicit TLS, the others with STARTTLS. */
  readonly ports: ReadonlyArray<number>
  readonly login: string
  /** Header fields, without line ends: one contains the id that its webhooks repeat. */
  readonly fields: (id: string) => ReadonlyArray<string>
  /** Header fields, in lower case. Signing them would break the signature. */
  readonly rewrites: ReadonlyArray<string>
  /**
   * What precedes the id in its reply to the message's end, in lower case, if its webhooks name
   * that id.
   */
  readonly idAfter?: string
}

/** By name. */
export const smtpProviders = {
  ses: {
    title: "Amazon SES",
    hosts: ["email-smtp.<region>.amazonaws.com"],
    ports: [465, 587, 25, 2587],
    login:
      "User name and password are SMTP credentials made in the SES console; AWS access keys don't work.",
    fields: (id) => [`X-SES-MESSAGE-TAGS: telemark_id=${id}`],
    rewrites: ["date", "message-id"],
    // https://docs.aws.amazon.com/ses/latest/dg/send-email-smtp.html: 250 Ok <message id>
    idAfter: "250 ok "
  },
  sendgrid: {
    title: "SendGrid",
    hosts: ["smtp.sendgrid.net"],
    ports: [465, 587, 25, 2525],
    login: "The user name is the word apikey, the password an API key that may send mail.",
    fields: (id) => [`X-SMTPAPI: {"unique_args":{"telemark_id":"${id}"}}`],
    rewrites: [],
    // The first part of `sg_message_id`.
    idAfter: "250 ok: queued as "
  },
  mailgun: {
    title: "Mailgun",
    hosts: ["smtp.mailgun.org", "smtp.eu.mailgun.org"],
    ports: [465, 587, 25, 2525],
    login:
      "The user name is that of an SMTP credential of the sending domain, such as postmaster@mg.example.com.",
    fields: (id) => [`X-Mailgun-Variables: {"telemark_id":"${id}"}`],
    rewrites: []
  },
  postmark: {
    title: "Postmark",
    hosts: ["smtp.postmarkapp.com", "smtp-broadcasts.postmarkapp.com"],
    ports: [587, 25, 2525],
    login:
      "User name and password are the server's API token, the same for both, or access key and secret key of an SMTP token.",
    // Without X-PM-KeepID it rewrites the Message-ID.
    fields: (id) => [`X-PM-Metadata-telemark-id: ${id}`, "X-PM-KeepID: true"],
    rewrites: ["message-id"]
  },
  resend: {
    title: "Resend",
    hosts: ["smtp.resend.com"],
    ports: [465, 587, 25, 2587],
    login: "The user name is the word resend, the password an API key.",
    fields: (id) => [`X-Telemark-Id: ${id}`],
    // It sends over Amazon SES.
    rewrites: ["date", "message-id"]
  },
  brevo: {
    title: "Brevo",
    hosts: ["smtp-relay.brevo.com"],
    ports: [465, 587, 2525],
    login:
      "The user name is the login shown in the SMTP settings, the password an SMTP key; API keys don't work.",
    fields: (id) => [`X-Mailin-custom: telemark_id:${id}`],
    rewrites: ["message-id"]
  },
  mailjet: {
    title: "Mailjet",
    hosts: ["in-v3.mailjet.com"],
    ports: [465, 587, 25, 2525],
    login: "The user name is an API key, the password its secret key.",
    fields: (id) => [`X-MJ-CustomID: ${id}`],
    // Undocumented. A field that is left unsigned and stays the same does no harm.
    rewrites: ["date", "message-id"]
  },
  sparkpost: {
    title: "SparkPost",
    hosts: ["smtp.sparkpostmail.com", "smtp.eu.sparkpostmail.com"],
    ports: [587, 2525],
    login: "The user name is SMTP_Injection, the password an API key that may send via SMTP.",
    fields: (id) => [`X-MSYS-API: {"metadata":{"telemark_id":"${id}"}}`],
    rewrites: ["date", "message-id"]
  },
  gmail: {
    title: "Gmail",
    hosts: ["smtp.gmail.com", "smtp-relay.gmail.com"],
    ports: [465, 587],
    login:
      "The user name is the whole address, the password an app password, which needs 2-step verification.",
    fields: () => [],
    rewrites: []
  }
} as const satisfies Readonly<Record<string, SmtpProvider>>

const byName: ReadonlyMap<string, SmtpProvider> = new Map<string, SmtpProvider>(
  Object.entries(smtpProviders)
)

/** `name` may be in any case. Undefined for other servers. */
const findProvider = (name: string): SmtpProvider | undefined =>
  byName.get(name.trim().toLowerCase())

/**
 * Providers with the beginnings and ends of their hosts. A regional host's whole domain belongs to
 * the provider: more exist (FIPS, private endpoints) than are documented.
 */
const hostsOf = Object.values<SmtpProvider>(smtpProviders).map(
  (provider) => [provider, provider.hosts.map((pattern) => pattern.split("<region>"))] as const
)

/** By host (A-labels, lower case) and by the provider's configured name. */
const providersOf = (host: string, provider = ""): ReadonlyArray<SmtpProvider> => {
  const byHost = hostsOf.flatMap(([each, hosts]) =>
    hosts.some(([start = "", end]) => (end === undefined ? host === start : host.endsWith(end)))
      ? [each]
      : []
  )
  const named = findProvider(provider)
  return named === undefined ? byHost : [...byHost, named]
}

/** The header fields that a server rewrites, in lower case. */
export const rewrittenBy = (host: string, provider = ""): ReadonlyArray<string> =>
  providersOf(host, provider).flatMap(({ rewrites }) => rewrites)

/**
 * Header fields by the id of a message, each ended by CRLF; undefined without a provider. They
 * aren't signed: the provider removes them or passes them on.
 */
export const fieldsFor = (host: string, provider = ""): ((id: string) => string) | undefined => {
  const known = new Set(providersOf(host, provider))
  return known.size === 0
    ? undefined
    : (id) =>
        [...known]
          .flatMap(({ fields }) => fields(id))
          .map((field) => `${field}\r\n`)
          .join("")
}

const oneOf = (items: ReadonlyArray<string | number>): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} or ${String(items.at(-1))}`

/** `<region>` matches any text. */
const isHostOf = ({ hosts }: SmtpProvider, host: string): boolean =>
  hosts.some((pattern) => {
    const [start = "", end] = pattern.split("<region>")
    return end === undefined
      ? host === pattern
      : host.startsWith(start) &&
          host.endsWith(end) &&
          host.length > pattern.length - "<region>".length
  })

/**
 * What the named provider expects: the login if that failed, otherwise host and port if others were
 * given. Repeats nothing of the input.
 */
export const hintFor = (
  server: { readonly provider: string; readonly host: string; readonly port: number },
  stage: SmtpTestStage
): string | undefined => {
  const provider = findProvider(server.provider)
  if (provider === undefined) return undefined
  if (stage === "auth") return `${provider.title}: ${provider.login}`
  if (isHostOf(provider, server.host.toLowerCase()) && provider.ports.includes(server.port))
    return undefined
  return `${provider.title}: the host is ${oneOf(provider.hosts)}, the port ${oneOf(provider.ports)}.`
}

const id = /^[\w.@=+-]{8,255}$/

/**
 * The id that a known provider's reply to the end of a message gives it, if its webhooks name that
 * id. `host` has A-labels in lower case.
 */
export const providerMessageId = (
  host: string,
  provider: string,
  response: string
): string | undefined => {
  for (const { idAfter } of providersOf(host, provider)) {
    if (idAfter === undefined || !response.toLowerCase().startsWith(idAfter)) continue
    const [found = ""] = response.slice(idAfter.length).split(" ", 1)
    if (id.test(found)) return found
  }
  return undefined
}
