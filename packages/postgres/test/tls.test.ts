import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { type PostgresServer, startPostgres } from "@telemark-tools/postgres"
import { StorageError } from "@telemark/core"
import { Effect } from "effect"
import { generate } from "selfsigned"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { vi } from "vitest"
import { open } from "../src/open.js"
import { fresh } from "./fresh.js"

/** Of `localhost` alone, signed by itself. */
const makeCertificate = () =>
  generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    algorithm: "sha256",
    clientCertificate: { cn: "ada" },
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }
    ]
  })

const folder = mkdtempSync(join(tmpdir(), "telemark-tls-"))
const file = (name: string) => join(folder, name)

let server: PostgresServer
beforeAll(async () => {
  const [own, other] = await Promise.all([makeCertificate(), makeCertificate()])
  writeFileSync(file("ca"), own.cert)
  writeFileSync(file("other"), other.cert)
  writeFileSync(file("client"), own.clientcert ?? "")
  writeFileSync(file("key"), own.clientprivate ?? "")
  server = await startPostgres({
    settings: { fsync: "off" },
    tls: { cert: own.cert, key: own.private, ca: own.cert }
  })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.remove()
})

/** Whether the connection is encrypted, and as whom the client shows itself; or why there is none. */
const connection = (url: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { sql } = yield* open({ url, startTimeout: 0 })
      const [row] = yield* sql<{ readonly ssl: boolean; readonly client_dn: string | null }>`
        SELECT ssl, client_dn FROM pg_stat_ssl WHERE pid = pg_backend_pid()`
      return row?.client_dn ?? (row?.ssl === true ? "encrypted" : "plain")
    })
  ).pipe(
    Effect.catch((error) =>
      Effect.succeed(
        error instanceof StorageError && error.cause instanceof Error
          ? error.cause.message
          : String(error)
      )
    )
  )

const untrusted = /isn't signed by a CA that this machine trusts: .*sslrootcert=.*sslmode=require/
const otherName = /is for another host name/

describe("sslmode, as libpq has it", () => {
  it.live.each<[host: string, parameters: string, found: string | RegExp]>([
    ["127.0.0.1", "", "plain"],
    ["127.0.0.1", "sslmode=disable", "plain"],
    ["127.0.0.1", "sslmode=require", "encrypted"],
    ["127.0.0.1", "sslmode=no-verify", "encrypted"],
    ["127.0.0.1", "sslmode=require&sslrootcert=ca", "encrypted"],
    ["127.0.0.1", "sslmode=require&sslrootcert=other", untrusted],
    ["127.0.0.1", "sslmode=verify-ca&sslrootcert=ca", "encrypted"],
    ["127.0.0.1", "sslmode=verify-ca&sslrootcert=other", untrusted],
    ["127.0.0.1", "sslmode=verify-ca", /verify-ca needs the file of the server's CA/],
    ["127.0.0.1", "sslmode=verify-full&sslrootcert=ca", otherName],
    ["127.0.0.1", "sslrootcert=ca", otherName],
    ["localhost", "sslmode=verify-full&sslrootcert=ca", "encrypted"],
    ["localhost", "sslmode=verify-full&sslrootcert=other", untrusted],
    ["localhost", "sslmode=verify-full&sslrootcert=system", untrusted],
    ["localhost", "sslmode=verify-full", untrusted],
    ["localhost", "sslmode=require&sslrootcert=system", /needs sslmode=verify-full/],
    ["localhost", "sslmode=require&sslcert=client&sslkey=key", "/CN=ada"],
    ["127.0.0.1", "sslmode=require&sslnegotiation=direct", "encrypted"],
    ["127.0.0.1", "sslmode=allow", /sslmode=allow isn't supported.*disable, require, verify-ca/],
    ["127.0.0.1", "sslmode=prefer", /sslmode=prefer isn't supported.*disable, require, verify-ca/],
    ["127.0.0.1", "sslmode=always", /sslmode of the database is unknown/],
    ["127.0.0.1", "sslmode=require&sslcrl=ca", /sslcrl, which isn't supported/],
    ["127.0.0.1", "sslmode=require&sslrootcert=nowhere", /its sslrootcert, can't be read/]
  ])("to %s with %s: %s", ([host, parameters, found]) =>
    Effect.gen(function* () {
      const url = new URL(server.url)
      url.hostname = host
      url.search = parameters.replace(
        /(sslrootcert|sslcert|sslkey)=(?!system)(\w+)/g,
        (_, name: string, value: string) => `${name}=${file(value)}`
      )
      expect(yield* connection(url.href)).toEqual(
        typeof found === "string" ? found : expect.stringMatching(found)
      )
    })
  )

  it.live("refuses a server without TLS", () =>
    Effect.gen(function* () {
      const url = new URL(yield* fresh)
      url.search = "sslmode=require"
      expect(yield* connection(url.href)).toContain("the server offers no TLS")
    })
  )

  it.live("is taken from libpq's variables as well", () =>
    Effect.gen(function* () {
      vi.stubEnv("PGSSLMODE", "verify-full")
      vi.stubEnv("PGSSLROOTCERT", file("ca"))
      yield* Effect.addFinalizer(() => Effect.sync(() => vi.unstubAllEnvs()))
      const url = new URL(server.url)
      expect(yield* connection(url.href)).toMatch(otherName)
      url.hostname = "localhost"
      expect(yield* connection(url.href)).toBe("encrypted")
      url.search = "sslmode=disable"
      expect(yield* connection(url.href)).toBe("plain")
    })
  )

  it.live("goes on with the certificates that it has read while a file is replaced", () =>
    Effect.gen(function* () {
      writeFileSync(file("moved"), readFileSync(file("ca")))
      const url = new URL(server.url)
      url.search = `sslmode=require&sslrootcert=${file("moved")}`
      const { newListener, sql } = yield* open({ url: url.href })
      rmSync(file("moved"))
      const both = Effect.all([sql`SELECT 1 AS one`, sql`SELECT 1 AS one`], {
        concurrency: "unbounded"
      })
      expect(yield* both).toEqual([[{ one: 1 }], [{ one: 1 }]])
      expect(newListener).not.toThrow()
    })
  )
})
