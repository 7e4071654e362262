// One table, of more than 300 lines so that it is read as one: each setting, how it is read, and
// what the help says about it.
import {
  defaultRetentionPolicy,
  defaultRetryPolicy,
  didYouMean,
  ehloNameRule,
  parseRetrySchedule
} from "@telemark/core"
import { parseSpf } from "@telemark/network"
import { smtpDefaults } from "@telemark/smtp"
import { Result } from "effect"
import { fileNameOf, optional, type Setting, withDefault } from "./Setting.js"
import { databaseUrl, postgresUrl } from "./database.js"
import { parseRoleMapping } from "../signIn/roleMapping.js"
import { usualNames } from "./usualRelay.js"
import {
  allowedNetworks,
  dnsServers,
  domain,
  duration,
  ehloName,
  file,
  hiddenText,
  formatDuration,
  formatRetention,
  formatSchedule,
  headerName,
  home,
  host,
  httpUrl,
  imapUrl,
  issuerUrl,
  ipAddresses,
  logLevel,
  oneOf,
  plainText,
  onOrOff,
  publicUrl,
  redisUrl,
  relayUrl,
  retention,
  scope,
  secret,
  sender,
  tableName,
  tokenUrl,
  wholeNumber
} from "./settingValues.js"

const days = { takes: "a whole number of days from 1 to 36500, or forever", read: retention }

/** In the order of the help text. */
export const settings = {
  host: withDefault("127.0.0.1", {
    name: "TELEMARK_HOST",
    takes: "a host name or an IP address of this machine",
    description: "Where the HTTP server listens; 0.0.0.0 or :: for every network interface.",
    read: host
  }),
  port: withDefault("3025", {
    name: "TELEMARK_PORT",
    takes: "a port number from 0 to 65535; 0 chooses a free one",
    description: "The port of the HTTP server.",
    read: wholeNumber(0, 65_535).read
  }),
  memberTenant: withDefault("default", {
    name: "TELEMARK_MEMBER_TENANT",
    takes: "the name of a tenant, or * for the whole server",
    description:
      "Where members belong whom their groups let in, by TELEMARK_OIDC_ROLES or TELEMARK_PROXY_AUTH_ROLES.",
    read: home
  }),
  oidcIssuer: optional("unset: nobody signs in by OpenID Connect", {
    name: "TELEMARK_OIDC_ISSUER",
    takes:
      "the https URL of an OpenID Connect provider, such as https://id.example.com/realms/main",
    description:
      "Where people sign in to the dashboard. Needs TELEMARK_OIDC_CLIENT_ID and TELEMARK_PUBLIC_URL, below which /signed-in is the redirect URI.",
    read: issuerUrl
  }),
  oidcClientId: optional("unset", {
    name: "TELEMARK_OIDC_CLIENT_ID",
    takes: "the id of a client, beside TELEMARK_OIDC_ISSUER",
    description: "The client that is registered at the provider.",
    read: plainText
  }),
  oidcClientSecret: optional("unset: the client is a public one", {
    name: "TELEMARK_OIDC_CLIENT_SECRET",
    takes: "the client's secret, beside TELEMARK_OIDC_ISSUER",
    description: "The secret of that client.",
    read: hiddenText
  }),
  oidcScopes: withDefault("openid email profile", {
    name: "TELEMARK_OIDC_SCOPES",
    takes: "scopes with one space between them, openid and email among them",
    description: "What the provider is asked for; some need another scope for groups.",
    read: scope
  }),
  oidcRoles: optional("unset: only invited people get in", {
    name: "TELEMARK_OIDC_ROLES",
    takes:
      "a claim, a colon and a space, and group=role separated by commas, such as groups: mail-admins=admin, support=support",
    description:
      "Which groups at the provider let people in without an invitation, and with which role.",
    read: parseRoleMapping
  }),
  proxyAuthHeader: optional("unset: no header says who somebody is", {
    name: "TELEMARK_PROXY_AUTH_HEADER",
    takes: "the name of a header, such as Remote-Email",
    description:
      "The header in which a proxy that signs people in gives their address. Needs TELEMARK_PROXY_AUTH_NETWORKS.",
    read: headerName
  }),
  proxyAuthNetworks: optional("unset", {
    name: "TELEMARK_PROXY_AUTH_NETWORKS",
    takes: "networks separated by commas, such as 10.1.0.0/16,::1",
    description:
      "Where that proxy connects from. The header has no effect on connections from elsewhere.",
    read: allowedNetworks
  }),
  proxyAuthRoles: optional("unset: only invited people get in", {
    name: "TELEMARK_PROXY_AUTH_ROLES",
    takes:
      "a header, a colon and a space, and group=role separated by commas, such as Remote-Groups: mail-admins=admin",
    description:
      "Which groups in another header of the proxy let people in without an invitation, and with which role.",
    read: parseRoleMapping
  }),
  keepAlive: withDefault("75s", {
    name: "TELEMARK_KEEP_ALIVE",
    takes: "a duration from 1s to 24h, such as 75s or 5m",
    description:
      "How long a connection to the HTTP server stays open without a request. It must be longer than a proxy in front of the server keeps its connections: most keep them for 60 seconds.",
    read: duration(1000, 86_400_000)
  }),
  publicUrl: optional("unset: addresses are shown as paths", {
    name: "TELEMARK_PUBLIC_URL",
    takes:
      "an http:// or https:// URL without a user name, a query and a fragment, such as https://mail.example.com",
    description:
      "The address of this server on the internet, below which /v1 and /hooks are. Addresses to enter at mail providers begin with it, and those of tracked links in mail.",
    read: publicUrl
  }),
  trailingSlash: withDefault("off", {
    name: "TELEMARK_TRAILING_SLASH",
    ...onOrOff("off", "on"),
    description:
      "Whether addresses below TELEMARK_PUBLIC_URL end in a slash, for a host there that redirects all others, such as Next.js with trailingSlash."
  }),
  database: withDefault("sqlite:./telemark-data/telemark.db", {
    name: "TELEMARK_DATABASE_URL",
    takes:
      "sqlite: and a file, such as sqlite:./telemark-data/telemark.db, or postgres://user:password@host:5432/database",
    description: "The database for everything: tenants, keys, mail, the queue.",
    read: databaseUrl
  }),
  queueUrl: optional("unset: the database is the queue", {
    name: "TELEMARK_QUEUE_URL",
    takes: "redis://user:password@host:6379/0, or rediss:// for TLS, with ?prefix=name if needed",
    description:
      "A Redis that distributes mail among workers, through BullMQ. The mail itself stays in the database. It must be the same in every process.",
    read: redisUrl
  }),
  databasePool: withDefault("10", {
    name: "TELEMARK_DATABASE_POOL",
    ...wholeNumber(1, 1000),
    description:
      "Connections to Postgres that this process may open for its statements; SQLite needs none."
  }),
  databasePrepare: optional("on, unless TELEMARK_DATABASE_URL has ?pgbouncer=true", {
    name: "TELEMARK_DATABASE_PREPARE",
    ...onOrOff("on", "off"),
    description:
      "Whether statements are prepared by name. Set it to off behind a pooler in transaction mode, such as PgBouncer."
  }),
  databaseDirectUrl: optional("unset: everything uses TELEMARK_DATABASE_URL", {
    name: "TELEMARK_DATABASE_DIRECT_URL",
    takes:
      "postgres://user:password@host:5432/database, the same database as TELEMARK_DATABASE_URL",
    description:
      "The address of the Postgres database without a pooler in between, for migrations and for the connection that hears of new mail.",
    read: postgresUrl
  }),
  databaseSchema: optional("unset: the first schema of the connections' search_path", {
    name: "TELEMARK_DATABASE_SCHEMA",
    takes: "letters, digits and underscores, at most 40, and a Postgres in TELEMARK_DATABASE_URL",
    description:
      "The Postgres schema of the tables; it is created with them. It separates them from other tables in the same database.",
    read: tableName("schema")
  }),
  tablePrefix: optional("unset: none", {
    name: "TELEMARK_TABLE_PREFIX",
    takes: "letters, digits and underscores, at most 40, such as tm_",
    description:
      "The prefix of the name of each table and index. It separates them from other tables in the same database.",
    read: tableName("tablePrefix")
  }),
  migrate: withDefault("on", {
    name: "TELEMARK_MIGRATE",
    ...onOrOff("on", "off"),
    description:
      "Whether a start brings the tables up to date; with `off`, a start fails if they aren't, " +
      "for tables that you migrate with `telemark migrate` or another tool."
  }),
  secret: optional(
    "a file beside the SQLite database, made at the first start; required with Postgres",
    {
      name: "TELEMARK_SECRET",
      takes:
        "32 random bytes in base64, such as those of `openssl rand -base64 32`; separate several with commas",
      description:
        "The key that encrypts passwords, private keys and webhook secrets in the database. Of several, the first encrypts and all decrypt.",
      read: secret
    }
  ),
  transport: optional(
    "smtp if there is a relay, else capture, except for tenants with their own SMTP server",
    {
      name: "TELEMARK_TRANSPORT",
      takes: "capture or smtp",
      description:
        "How mail is delivered: `capture` keeps all of it in the local inbox, `smtp` sends it through the relay of TELEMARK_SMTP_URL.",
      read: (text) =>
        text.toLowerCase() === "direct"
          ? Result.fail("names the direct transport, which this version doesn't have yet")
          : oneOf("capture", "smtp").read(text)
    }
  ),
  smtpUrl: optional("SMTP_URL, SMTP_CONNECTION_URL or SMTP_HOST, as other software has them", {
    name: "TELEMARK_SMTP_URL",
    takes:
      "a URL such as smtp://user:password@relay.example.com:587 or smtps://…, with ?tls=required, opportunistic or none if needed",
    description:
      "The relay that delivers the mail, with its login. Percent-encode special characters of user and password.",
    read: relayUrl
  }),
  smtpTokenUrl: optional("unset: the relay's login is a password, or there is none", {
    name: "TELEMARK_SMTP_OAUTH2_TOKEN_URL",
    takes:
      "the https URL of a token endpoint, such as https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token or https://oauth2.googleapis.com/token",
    description:
      "Where access tokens for the login to the relay come from, instead of a password. TELEMARK_SMTP_URL then gives the user alone: smtp://user@host:587.",
    read: tokenUrl
  }),
  smtpClientId: optional("unset", {
    name: "TELEMARK_SMTP_OAUTH2_CLIENT_ID",
    takes: "the id of an application, beside TELEMARK_SMTP_OAUTH2_TOKEN_URL",
    description: "The application that is registered at the token endpoint.",
    read: plainText
  }),
  smtpClientSecret: optional("unset: only an application with a refresh token may have none", {
    name: "TELEMARK_SMTP_OAUTH2_CLIENT_SECRET",
    takes: "a secret of the application, beside TELEMARK_SMTP_OAUTH2_TOKEN_URL",
    description: "The secret of that application.",
    read: hiddenText
  }),
  smtpRefreshToken: optional("unset: tokens come by the grant client_credentials", {
    name: "TELEMARK_SMTP_OAUTH2_REFRESH_TOKEN",
    takes: "a refresh token, beside TELEMARK_SMTP_OAUTH2_TOKEN_URL",
    description: "With it, access tokens come by the grant refresh_token.",
    read: hiddenText
  }),
  smtpScope: optional("unset: the token endpoint's default", {
    name: "TELEMARK_SMTP_OAUTH2_SCOPE",
    takes:
      "scopes with one space between them, such as https://outlook.office365.com/.default or https://mail.google.com/, beside TELEMARK_SMTP_OAUTH2_TOKEN_URL",
    description: "What the access tokens are for.",
    read: scope
  }),
  smtpConnections: withDefault(String(smtpDefaults.connections), {
    name: "TELEMARK_SMTP_CONNECTIONS",
    ...wholeNumber(1, 1000),
    description:
      "The most connections to the relay that one worker opens; each transmits one message at a time."
  }),
  smtpMessagesPerConnection: withDefault(String(smtpDefaults.messagesPerConnection), {
    name: "TELEMARK_SMTP_MESSAGES_PER_CONNECTION",
    ...wholeNumber(1, 1_000_000),
    description: "Messages after which a connection to the relay is closed and a new one is opened."
  }),
  deliveryThread: withDefault("off", {
    name: "TELEMARK_DELIVERY_THREAD",
    ...onOrOff("off", "on"),
    description:
      "Whether mail through the relay is composed, signed and sent in a thread of its own: for machines with idle cores, since a mail takes more processor time and memory."
  }),
  ehloName: optional(
    "the machine's full host name; without one, the domain of TELEMARK_FROM, else that of the sender",
    {
      name: "TELEMARK_EHLO_NAME",
      takes: ehloNameRule,
      description: "The name for EHLO; it should resolve to this machine.",
      read: ehloName
    }
  ),
  from: optional("Telemark <telemark@localhost.localdomain> with capture, else SMTP_FROM", {
    name: "TELEMARK_FROM",
    ...sender,
    description: "The sender of mail if neither the request nor the tenant names one."
  }),
  senderPolicy: withDefault("any", {
    name: "TELEMARK_SENDER_POLICY",
    ...oneOf("any", "verified"),
    description:
      "Which senders tenants may name: `any` whose domain no other tenant has verified, or only those of domains that they have `verified` themselves."
  }),
  reputation: withDefault("warn", {
    name: "TELEMARK_REPUTATION",
    ...oneOf("warn", "pause", "off"),
    description:
      "What workers do about a tenant whose mail gets too many complaints or hard bounces: `warn` in the log and by `telemark doctor`, " +
      "`pause` its sending, too, or nothing."
  }),
  signingDomain: optional("unset: such mail isn't signed", {
    name: "TELEMARK_SIGNING_DOMAIN",
    takes: "a domain such as mail.example.com",
    description:
      "A domain that a tenant here has verified; its key signs mail of senders whose domain isn't verified and has other last two labels.",
    read: domain
  }),
  feedbackImap: optional("unset: no mailbox is read", {
    name: "TELEMARK_FEEDBACK_IMAP",
    takes:
      "imaps://user:password@host:993/INBOX, or imap:// for STARTTLS, with ?then=seen, ?then=delete or ?move=mailbox if needed",
    description:
      "A mailbox that gets bounces: workers read its unseen messages, record what they report, and mark them as seen, delete or move them.",
    read: imapUrl
  }),
  feedbackImapInterval: withDefault("1m", {
    name: "TELEMARK_FEEDBACK_IMAP_INTERVAL",
    takes: "a duration from 1s to 24h, such as 30s, 1m or 1h",
    description:
      "How long each worker waits before it reads the mailbox of TELEMARK_FEEDBACK_IMAP again.",
    read: duration(1000, 86_400_000)
  }),
  spf: withDefault("a mx", {
    name: "TELEMARK_SPF",
    takes:
      "SPF mechanisms separated by spaces, such as include:_spf.example.com or ip4:192.0.2.0/24",
    description:
      "The mechanisms that domains must publish in their SPF records to allow the servers that send their mail.",
    read: parseSpf
  }),
  sendingIps: optional("unset: a sample of each mechanism of TELEMARK_SPF", {
    name: "TELEMARK_SENDING_IPS",
    takes: "IP addresses separated by commas, such as 192.0.2.25,2001:db8::25",
    description:
      "The IP addresses that send mail; the SPF record of a verified domain must allow each of them.",
    read: ipAddresses
  }),
  dkimEd25519: withDefault("off", {
    name: "TELEMARK_DKIM_ED25519",
    ...onOrOff("off", "on"),
    description: "Whether new domains get an Ed25519 signing key in addition to the RSA key."
  }),
  returnPathHost: optional("unset: bounces go to the sender", {
    name: "TELEMARK_RETURN_PATH_HOST",
    takes:
      "a domain name such as bounce.example.com, whose MX or address record leads to a listener for bounces",
    description:
      "The host of the return paths of mail that goes through the relay: each message gets an address there, in which its bounce names it.",
    read: domain
  }),
  dsnSuccess: withDefault("off", {
    name: "TELEMARK_DSN_SUCCESS",
    ...onOrOff("off", "on"),
    description:
      "Whether a relay that offers DSN is asked to report successful deliveries, too; needs TELEMARK_RETURN_PATH_HOST."
  }),
  bouncePort: optional("unset: no listener", {
    name: "TELEMARK_BOUNCE_PORT",
    takes:
      "a port number from 1 to 65535, and a host in TELEMARK_RETURN_PATH_HOST; 0 for no listener",
    description:
      "The port where a worker takes bounces and spam reports by SMTP: 25, or one to which 25 is forwarded.",
    read: wholeNumber(0, 65_535).read
  }),
  bounceHost: optional("unset: every network interface", {
    name: "TELEMARK_BOUNCE_HOST",
    takes: "a host name or an IP address of this machine",
    description: "Where the listener for bounces listens.",
    read: host
  }),
  bounceTlsCert: optional("unset: bounces come in unencrypted", {
    name: "TELEMARK_BOUNCE_TLS_CERT",
    takes: "a PEM file, together with TELEMARK_BOUNCE_TLS_KEY",
    description:
      "The certificate of the listener for bounces, with its chain, for STARTTLS; it is read again when it changes.",
    read: file
  }),
  bounceTlsKey: optional("unset: bounces come in unencrypted", {
    name: "TELEMARK_BOUNCE_TLS_KEY",
    takes: "a PEM file, together with TELEMARK_BOUNCE_TLS_CERT",
    description: "The private key of that certificate.",
    read: file
  }),
  submissionPort: optional("unset: no SMTP server", {
    name: "TELEMARK_SUBMISSION_PORT",
    takes: "a port number from 1 to 65535; 0 for no server",
    description:
      "The port where `serve` takes mail by SMTP from applications that log in with an API key, 587 by custom. TLS begins by STARTTLS.",
    read: wholeNumber(0, 65_535).read
  }),
  submissionsPort: optional("unset: none", {
    name: "TELEMARK_SUBMISSIONS_PORT",
    takes: "a port number from 1 to 65535, with a certificate; 0 for none",
    description: "The same with TLS from the first octet, 465 by custom.",
    read: wholeNumber(0, 65_535).read
  }),
  submissionHost: optional("127.0.0.1 without a certificate, else every network interface", {
    name: "TELEMARK_SUBMISSION_HOST",
    takes: "an IP address of this machine",
    description:
      "Where it listens. Without a certificate only a loopback address, since keys would come in clear.",
    read: host
  }),
  submissionTlsCert: optional("unset: mail comes in clear, from this machine alone", {
    name: "TELEMARK_SUBMISSION_TLS_CERT",
    takes: "a PEM file, together with TELEMARK_SUBMISSION_TLS_KEY",
    description:
      "The certificate of that server, with its chain; it is read again when it changes.",
    read: file
  }),
  submissionTlsKey: optional("unset: mail comes in clear, from this machine alone", {
    name: "TELEMARK_SUBMISSION_TLS_KEY",
    takes: "a PEM file, together with TELEMARK_SUBMISSION_TLS_CERT",
    description: "The private key of that certificate.",
    read: file
  }),
  metricsPort: optional("unset: no metrics", {
    name: "TELEMARK_METRICS_PORT",
    takes: "a port number from 0 to 65535; 0 chooses a free one",
    description:
      "The port where `serve` and `worker` show metrics to Prometheus, at /metrics: one for each process of a machine.",
    read: wholeNumber(0, 65_535).read
  }),
  metricsHost: withDefault("127.0.0.1", {
    name: "TELEMARK_METRICS_HOST",
    takes: "a host name or an IP address of this machine",
    description:
      "Where that port listens. Elsewhere than on a loopback address, TELEMARK_METRICS_TOKEN is needed.",
    read: host
  }),
  metricsToken: optional("unset: whoever reaches the port may read", {
    name: "TELEMARK_METRICS_TOKEN",
    takes: "a secret text, which readers send as Authorization: Bearer",
    description: "What readers of metrics must know.",
    read: hiddenText
  }),
  metricsTenants: withDefault("0", {
    name: "TELEMARK_METRICS_TENANTS",
    ...wholeNumber(0, 100),
    description:
      "How many tenants have series of their own, with the label `tenant`, until they have been idle for an hour; all others share `other`. With 0 there is no such label."
  }),
  trackingHost: optional("unset: tracked links begin with TELEMARK_PUBLIC_URL", {
    name: "TELEMARK_TRACKING_HOST",
    takes: "a domain name such as track.example.com, which leads to this server",
    description:
      "The host that tenants' domains may lead `track.<domain>` to, so that addresses in their mail have their domain. Needs TELEMARK_PUBLIC_URL.",
    read: domain
  }),
  dnsServers: optional("unset: the system's", {
    name: "TELEMARK_DNS_SERVERS",
    takes:
      "IP addresses of DNS servers, each with a port if needed, separated by commas, such as 192.0.2.53,[2001:db8::53]:5353",
    description: "The DNS servers that look up domains and hosts that tenants name.",
    read: dnsServers
  }),
  allowNetworks: optional("unset: public addresses only", {
    name: "TELEMARK_ALLOW_NETWORKS",
    takes: "networks separated by commas, such as 10.1.0.0/16,fd00::/8",
    description:
      "Non-public networks that are allowed for hosts that tenants name, such as SMTP servers and webhook receivers.",
    read: allowedNetworks
  }),
  trustedProxies: optional("unset: no proxy is believed", {
    name: "TELEMARK_TRUSTED_PROXIES",
    takes: "networks and addresses separated by commas, such as 127.0.0.1,10.1.0.0/16",
    description:
      "Proxies in front of the server. What they add to X-Forwarded-For is the address in the audit log.",
    read: allowedNetworks
  }),
  defaultRateLimit: withDefault("600", {
    name: "TELEMARK_DEFAULT_RATE_LIMIT",
    ...wholeNumber(1, 10_000),
    description: "Sends a minute for keys that are made without their own limit."
  }),
  writeRateLimit: withDefault("600", {
    name: "TELEMARK_WRITE_RATE_LIMIT",
    ...wholeNumber(1, 1_000_000),
    description:
      "Requests a minute of a key, other than reads and sends; all keys of a tenant together may make twice as many."
  }),
  monthlyLimit: optional("unset: no limit", {
    name: "TELEMARK_MONTHLY_LIMIT",
    takes: "a whole number, 1 or more",
    description: "Recipients a calendar month (UTC) for tenants without their own limit.",
    read: wholeNumber(1, Number.MAX_SAFE_INTEGER).read
  }),
  retrySchedule: withDefault(formatSchedule(defaultRetryPolicy.schedule), {
    name: "TELEMARK_RETRY_SCHEDULE",
    takes: "durations separated by commas, such as 1m,5m,10m,4h; the last one repeats",
    description:
      "How long to wait after the first failed attempt, the second and so on; each wait varies by up to a fifth.",
    read: (text) => Result.mapError(parseRetrySchedule(text), () => undefined)
  }),
  giveUp: withDefault(formatDuration(defaultRetryPolicy.giveUp), {
    name: "TELEMARK_GIVE_UP",
    takes: "a duration such as 90s, 30m, 24h or 2d",
    description: "The age at which a message that can't be delivered fails permanently.",
    read: duration()
  }),
  refusedGiveUp: optional("unset: TELEMARK_GIVE_UP", {
    name: "TELEMARK_REFUSED_GIVE_UP",
    takes: "a duration such as 90s, 30m or 24h, no longer than TELEMARK_GIVE_UP",
    description:
      "How long to retry mail that a mail server refuses because of this service (the login, TLS, the account there), from its first refusal.",
    read: duration()
  }),
  concurrency: withDefault("100", {
    name: "TELEMARK_CONCURRENCY",
    ...wholeNumber(1, 1000),
    description: "The most messages that one worker has in flight at once."
  }),
  lease: withDefault("60s", {
    name: "TELEMARK_LEASE",
    takes: "a duration of one second or more, such as 60s or 2m",
    description:
      "How long a worker leases a message. The lease is renewed while the message is in flight; when a worker dies, its messages become due again after this time.",
    read: duration(1000)
  }),
  bodyRetention: withDefault(formatRetention(defaultRetentionPolicy.bodies), {
    name: "TELEMARK_BODY_RETENTION_DAYS",
    ...days,
    description:
      "How long the text and HTML of mail are kept; mail that still waits keeps its content."
  }),
  logRetention: withDefault(formatRetention(defaultRetentionPolicy.log), {
    name: "TELEMARK_LOG_RETENTION_DAYS",
    ...days,
    description: "How long the log keeps a mail: recipient, subject, status."
  }),
  eventRetention: withDefault(formatRetention(defaultRetentionPolicy.events), {
    name: "TELEMARK_EVENT_RETENTION_DAYS",
    ...days,
    description: "How long the events of a mail are kept."
  }),
  deliveryRetention: withDefault(formatRetention(defaultRetentionPolicy.deliveries), {
    name: "TELEMARK_DELIVERY_RETENTION_DAYS",
    ...days,
    description: "How long the answers of webhook endpoints are kept."
  }),
  auditRetention: withDefault(formatRetention(defaultRetentionPolicy.auditLog), {
    name: "TELEMARK_AUDIT_RETENTION_DAYS",
    ...days,
    description: "How long the audit log is kept: who changed what."
  }),
  logLevel: withDefault("info", {
    name: "TELEMARK_LOG_LEVEL",
    takes: "trace, debug, info, warning, error or none",
    description:
      "What is logged, to standard error; `debug` adds a line for each request and each mail sent.",
    read: logLevel
  }),
  logFormat: optional("pretty on a terminal, else json", {
    name: "TELEMARK_LOG_FORMAT",
    ...oneOf("pretty", "json"),
    description: "How log lines look."
  }),
  otlpEndpoint: optional("unset: nothing is exported", {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    takes: "the http:// or https:// URL of an OTLP collector, such as http://localhost:4318",
    description: "Where traces, metrics and logs are sent, as OTLP over HTTP.",
    read: httpUrl
  })
} as const

/** Of a mailbox that the command line names. */
export const imapPasswordName = "TELEMARK_IMAP_PASSWORD"

export const settingList: ReadonlyArray<Setting<unknown>> = Object.values(settings)

/**
 * What clients in the manual take, often set in the same shell, and the password of `telemark
 * feedback import --imap`.
 */
const others: ReadonlySet<string> = new Set([
  "TELEMARK_KEY",
  "TELEMARK_URL",
  "TELEMARK_WEBHOOK_SECRET",
  imapPasswordName
])

const isSetting = (name: string): boolean =>
  settingList.some((setting) => setting.name === name || fileNameOf(setting.name) === name)

/** Others have variables such as `DATABASE_URL`; without its beginning, our setting has its default. */
const lacksPrefix = (name: string, names: ReadonlyArray<string>): boolean =>
  name.endsWith("_URL") &&
  !usualNames.has(name) &&
  isSetting(`TELEMARK_${name}`) &&
  !names.includes(`TELEMARK_${name}`) &&
  !names.includes(fileNameOf(`TELEMARK_${name}`))

/** Names that look like settings: mostly typing errors, which leave the setting at its default. */
export const unknownSettings = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.filter(
    (name) =>
      (name.startsWith("TELEMARK_") && !others.has(name) && !isSetting(name)) ||
      lacksPrefix(name, names)
  )

export const settingLike = (name: string): string | undefined =>
  name.startsWith("TELEMARK_")
    ? didYouMean(
        name,
        settingList.flatMap((setting) => [setting.name, fileNameOf(setting.name)])
      )
    : `TELEMARK_${name}`
