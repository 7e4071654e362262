import { type DnsPeer, type SmtpPeer, startDnsPeer, startSmtpPeer } from "@telemark/testing"
import { authenticate } from "mailauth"
import { Resolver } from "node:dns/promises"
import { onTestFinished } from "vitest"
import { type Client, clientOf } from "./client.js"
import { judgeByDkimpy } from "./dkimpy.js"
import { type Environment, serve, type Server } from "./harness.js"

/** A record as it is handed out. */
export interface PublishedRecord {
  readonly type: "TXT"
  readonly host: string
  readonly value: string
}

/** What receivers' checks say of a mail. */
export interface Judgement {
  /** One for each signature. */
  readonly dkim: ReadonlyArray<{
    readonly result: string
    readonly domain: string
    readonly selector: string
  }>
  readonly dmarc: string
}

/** A server that looks its domains up at a DNS peer and hands its mail to an SMTP peer. */
export interface DomainServer {
  readonly server: Server
  readonly client: Client
  readonly dns: DnsPeer
  readonly peer: SmtpPeer
  readonly environment: Environment
  /** Adds the domain and publishes what is handed out. */
  readonly addAndPublish: (domain: string) => Promise<void>
  readonly publish: (records: ReadonlyArray<PublishedRecord>) => void
  /** Has the mail judged as a receiver would, by the same DNS. */
  readonly judge: (source: Buffer) => Promise<Judgement>
  /** Whether each signature holds, by dkimpy and the same DNS. */
  readonly judgeByDkimpy: (source: Buffer) => Promise<ReadonlyArray<boolean>>
}

const sendingIp = "192.0.2.25"

/** Starts `telemark serve` on that database. */
export const startDomainServer = async (
  databaseUrl: string,
  more: Environment = {},
  ...args: ReadonlyArray<string>
): Promise<DomainServer> => {
  const [dns, peer] = await Promise.all([startDnsPeer(), startSmtpPeer()])
  onTestFinished(async () => {
    await dns.close()
    await peer.close()
  })
  const environment: Environment = {
    TELEMARK_DATABASE_URL: databaseUrl,
    TELEMARK_SMTP_URL: peer.url,
    TELEMARK_DNS_SERVERS: dns.address,
    TELEMARK_SPF: `ip4:${sendingIp}`,
    TELEMARK_SENDING_IPS: sendingIp,
    TELEMARK_DEFAULT_RATE_LIMIT: "10000",
    ...more
  }
  const server = await serve(environment, ...args)
  const client = clientOf(server.url, server.key ?? "")

  const publish = (records: ReadonlyArray<PublishedRecord>): void => {
    for (const { host, type, value } of records) dns.set(host, type, [value])
  }
  const resolver = new Resolver()
  resolver.setServers([dns.address])

  return {
    server,
    client,
    dns,
    peer,
    environment,
    publish,
    addAndPublish: async (domain) => {
      const { body, status } = await client.post("/domains", { domain })
      if (status !== 201)
        throw new Error(`adding the domain was answered ${String(status)}: ${JSON.stringify(body)}`)
      publish((body as { readonly dns_records: ReadonlyArray<PublishedRecord> }).dns_records)
    },
    judge: async (source) => {
      const { dkim, dmarc } = await authenticate(source, {
        ip: sendingIp,
        helo: "mail.example",
        sender: "",
        disableArc: true,
        disableBimi: true,
        resolver: async (name, type) => (await resolver.resolve(name, type)) as Array<Array<string>>
      })
      return {
        dkim: dkim.results.map(({ selector, signingDomain, status }) => ({
          result: status.result,
          domain: signingDomain,
          selector: selector ?? ""
        })),
        dmarc: dmarc === false ? "none" : dmarc.status.result
      }
    },
    judgeByDkimpy: async (source) => {
      const signatures =
        source
          .toString("latin1")
          .split("\r\n\r\n")[0]
          ?.replace(/\r\n[ \t]+/g, " ")
          .split("\r\n")
          .filter((line) => /^dkim-signature:/i.test(line)) ?? []
      const names = signatures.map((line) =>
        `${/\bs=([^;\s]+)/.exec(line)?.[1] ?? ""}._domainkey.${/\bd=([^;\s]+)/.exec(line)?.[1] ?? ""}`.toLowerCase()
      )
      const records = await Promise.all(
        names.map(
          async (name) => [name, (await resolver.resolveTxt(name)).flat().join("")] as const
        )
      )
      return judgeByDkimpy(source, Object.fromEntries(records))
    }
  }
}

/**
 * The tenant of that name, made by the command line on the same database, as a caller with every
 * scope.
 */
export const makeTenant = async (
  command: (...args: ReadonlyArray<string>) => Promise<string>,
  url: string,
  name: string
): Promise<Client> => {
  await command("tenants", "create", name, "--json")
  const { key } = JSON.parse(
    await command("keys", "create", "--tenant", name, "--all-scopes", "--json")
  ) as { readonly key: string }
  return clientOf(url, key)
}
