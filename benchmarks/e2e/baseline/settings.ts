const read = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set`)
  return value
}

/** The settings of the baseline, from its environment. */
export const settings = {
  role: read("BASELINE_ROLE"),
  key: read("BASELINE_KEY"),
  /** As BullMQ needs it: its workers wait for Redis however long it is away. */
  redis: {
    host: "127.0.0.1",
    port: Number(read("BASELINE_REDIS_PORT")),
    maxRetriesPerRequest: null
  },
  smtpPort: Number(read("BASELINE_SMTP_PORT")),
  /** Where templates and the key to sign with are. */
  folder: read("BASELINE_FOLDER"),
  signedDomain: read("BASELINE_SIGNED_DOMAIN"),
  /** A Postgres in which a log of the mail is kept; without it, there is none. */
  databaseUrl: process.env["BASELINE_DATABASE_URL"]
}
