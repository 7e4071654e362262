import type { RedisServer } from "./redisUrl.js"

const troubles: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  ECONNREFUSED: ["nothing listens there", "Start Redis, or check host and port."],
  ENOTFOUND: ["there is no such host", "Check the host name."],
  ETIMEDOUT: [
    "it doesn't answer",
    "Check host, port and firewall, and whether TLS is expected there."
  ],
  LOADING: ["it is still loading its data", "Wait until it has loaded its data."],
  MISCONF: [
    "it can't write to its disk",
    "Free space on its disk, or turn off its persistence: Telemark doesn't need it."
  ],
  NOAUTH: ["it requires a password", "Put the password into the URL: redis://:password@host."],
  NOPERM: [
    "the user may not use its commands or keys",
    "Allow the user all commands on keys that begin with the prefix, with ACL SETUSER."
  ],
  OOM: ["its memory is full", "Give it more memory, or find out what fills it."],
  CLUSTER: [
    "it is a node of a Redis Cluster, which can't be the queue",
    "Name a Redis without cluster mode in the URL."
  ],
  READONLY: ["it is a replica that can't be written to", "Name the primary in the URL."],
  WRONGPASS: [
    "it refuses the user name or the password",
    "Check the user name and the password in the URL."
  ]
}

/** What a node of a cluster says of keys of other nodes. */
const ofCluster = /\b(?:MOVED \d|CROSSSLOT\b|CLUSTERDOWN\b|hash to the same slot)/

/** The `code` of a socket error, or the word that a Redis error begins with, such as `NOAUTH`. */
const codeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  if (ofCluster.test(error.message)) return "CLUSTER"
  const { code } = error as Error & { readonly code?: unknown }
  return typeof code === "string" ? code : /^[A-Z]{2,}(?= )/.exec(error.message)?.[0]
}

/** Never contains the login. */
export const explainRedisError = ({ host, port }: RedisServer, error: unknown): string => {
  const code = codeOf(error)
  const reason = code === undefined ? "" : `: ${troubles[code]?.[0] ?? code}`
  return `The queue on Redis at ${host}:${String(port)} can't be used${reason}. Mail waits in the database until the Redis works again, or until you use the database as the queue.`
}

export const remedyOf = (error: unknown): string =>
  troubles[codeOf(error) ?? ""]?.[1] ??
  "Check host and port, whether TLS is expected there, and whether the server is a Redis."
