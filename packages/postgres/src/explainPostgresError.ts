import { StorageError, wordsForOperator } from "@telemark/contract"
import { codesOf, messagesOf } from "@telemark/core"
import pg from "pg"

/** By SQLSTATE, Node's code or that of `ConnectionFailure`, for the operator. */
const reasons: ReadonlyArray<readonly [code: RegExp, reason: string]> = [
  [/^ECONNREFUSED$/, "nothing listens there: check that the server runs, and its host and port"],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, "its host name can't be resolved: check it"],
  [
    /^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT)$/,
    "it doesn't answer in time: check its host and port, the network, and whether all connections are in use"
  ],
  [/^(?:CONNECTION_\w+|ECONNRESET|EPIPE)$/, "the connection was cut"],
  [
    // The others are of names that another session has prepared, or hasn't.
    /^(?:POOLED_TRANSACTIONS|26000|42P05)$/,
    "a pooler in transaction mode, such as PgBouncer, is in between, and gives each transaction another session: " +
      "set TELEMARK_DATABASE_PREPARE=off (in the library, `prepare: false`), or connect to the server itself or to a pooler in session mode"
  ],
  [/^28/, "the server refuses this user or its password"],
  [/^3D000$/, "there is no database of that name: create it"],
  [
    /^53300$/,
    "the server has no connection left: raise its max_connections, or use fewer connections in each process"
  ],
  [/^57P03$/, "the server is still starting up"],
  [/^57P0/, "the server is shutting down"],
  [/^42501$/, "this user may not create or use tables in it: grant it CREATE on its schema"],
  [/^25006$/, "it can't be written to: it is a standby, or its transactions are read-only"],
  [
    /^55P03$/,
    "another process, such as a backup, holds a lock on its tables: start again once that has ended"
  ],
  [/^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/, "the server's certificate isn't valid at this time"],
  [/ALTNAME/, "the server's certificate is for another host name: connect by one of its names"],
  [
    /UNABLE_TO_|CERT|SELF_SIGNED|ISSUER/,
    "the server's certificate isn't signed by a CA that this machine trusts: name the file of its CA in the URL (sslrootcert=/path/ca.pem), or encrypt without checking it (sslmode=require)"
  ],
  [/^ERR_SSL|^EPROTO$/, "TLS can't be negotiated: check that the server speaks it on this port"]
]

const words: ReadonlyArray<readonly [message: RegExp, reason: string]> = [
  [/does not support SSL/, "the server offers no TLS"],
  [/server_login_retry/, "PgBouncer doesn't reach the server behind it: check that it runs"],
  [/password must be|SASL|SCRAM/, "the server refuses this user or its password"]
]

const locationOf = (config: pg.ClientConfig) => {
  // This client never connects, and must not create a socket.
  const { stream: _stream, ...address } = config
  const { database = "", host, port } = new pg.Client(address)
  return { database, host: `${host.includes(":") ? `[${host}]` : host}:${String(port)}` }
}

/** Of a database by the configurations of its hosts. User and password never appear in an error. */
export const nameOf = (configs: ReadonlyArray<pg.ClientConfig>): string => {
  const locations = configs.map(locationOf)
  return `${locations.map(({ host }) => host).join(",")}/${locations[0]?.database ?? ""}`
}

const reasonOf = (error: unknown): string => {
  const codes = codesOf(error)
  const messages = messagesOf(error)
  return (
    reasons.find(([pattern]) => codes.some((code) => pattern.test(code)))?.[1] ??
    words.find(([pattern]) => messages.some((message) => pattern.test(message)))?.[1] ??
    messages.at(-1) ??
    "an unknown error"
  )
}

export const refusal = (name: string, reason: string, error?: StorageError): StorageError =>
  new StorageError({
    reason: error?.reason ?? "fault",
    cause: new Error(`The database ${name} can't be used: ${reason}.`, {
      cause: error?.cause
    })
  })

export const explainPostgresError =
  (name: string) =>
  (error: StorageError): StorageError =>
    // Such as errors of the migrations.
    wordsForOperator(error) === undefined ? refusal(name, reasonOf(error.cause), error) : error

export const refuse = (message: string): StorageError =>
  new StorageError({ reason: "fault", cause: new Error(message) })
