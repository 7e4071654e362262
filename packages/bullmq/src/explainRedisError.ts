import type { RedisServer } from "./redisUrl.js"

interface Trouble {
  readonly what: string
  readonly remedy: string
}

const troubles: Readonly<Record<string, Trouble>> = {
  ECONNREFUSED: { what: "nothing listens there", remedy: "Start Redis, or check host and port." },
  ENOTFOUND: { what: "there is no such host", remedy: "Check the host name." },
  ETIMEDOUT: {
    what: "it doesn't answer",
    remedy: "Check host, port and firewall, and whether TLS is expected there."
  },
  LOADING: { what: "it is still loading its data", remedy: "Wait until it has loaded its data." },
  MISCONF: {
    what: "it can't write to its disk",
    remedy: "Free space on its disk, or turn off its persistence: Telemark doesn't need it."
  },
  NOAUTH: {
    what: "it requires a password",
    remedy: "Put the password into the URL: redis://:password@host."
  },
  NOPERM: {
    what: "the user may not use its commands or keys",
    remedy: "Allow the user all commands on keys that begin with the prefix, with ACL SETUSER."
  },
  OOM: { what: "its memory is full", remedy: "Give it more memory, or find out what fills it." },
  CLUSTER: {
    what: "it is a node of a Redis Cluster, which can't be the queue",
    remedy: "Name a Redis without cluster mode in the URL."
  },
  READONLY: {
    what: "it is a replica that can't be written to",
    remedy: "Name the primary in the URL."
  },
  WRONGPASS: {
    what: "it refuses the user name or the password",
    remedy: "Check the user name and the password in the URL."
  }
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
  const reason = code === undefined ? "" : `: ${troubles[code]?.what ?? code}`
  return `The queue on Redis at ${host}:${String(port)} can't be used${reason}. Mail waits in the database until the Redis works again, or until you use the database as the queue.`
}

export const remedyOf = (error: unknown): string =>
  troubles[codeOf(error) ?? ""]?.remedy ??
  "Check host and port, whether TLS is expected there, and whether the server is a Redis."
