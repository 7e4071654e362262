import { formatTable } from "../cli/formatTable.js"
import { counted } from "../output.js"

interface Percentiles {
  readonly p50: number
  readonly p99: number
}

/** What was measured, as `--json` prints it. Times are in milliseconds. */
export interface Measured {
  /** Of the first part. */
  readonly mails: number
  /** Of both parts: those that were refused or didn't arrive. */
  readonly missing: number
  /** From the first request to the last message at the SMTP server. */
  readonly mails_per_second: number
  /** NaN, which JSON has as null, where there is no /proc. */
  readonly processor_ms_per_mail: number
  /** Sends a second at which `answer_ms` and `next_hop_ms` were measured. */
  readonly rate: number
  readonly answer_ms: Percentiles
  /** From the instant at which a send was due to the command DATA. */
  readonly next_hop_ms: Percentiles
  /** What `disk_ms` are: a page that is synced beside the database, or one row that is committed. */
  readonly disk: "fsync" | "commit"
  readonly disk_ms: Percentiles
  readonly database: string
  readonly node: string
  readonly cores: number
}

const millis = (value: number): string => value.toFixed(value < 10 ? 1 : 0)
const both = ({ p50, p99 }: Percentiles): string => `${millis(p50)} / ${millis(p99)} ms`

/** A disk that seems to need less than this isn't one. */
const memory = 0.02

/** Lines for people: a table, and what it doesn't say. */
export const describe = (measured: Measured): string => {
  const { answer_ms, cores, database, disk, disk_ms, mails_per_second, next_hop_ms, node, rate } =
    measured
  const processor = measured.processor_ms_per_mail
  const table = formatTable([
    ["mails a second, end to end", Math.round(mails_per_second).toLocaleString("en-US")],
    [
      "processor time of a mail",
      Number.isNaN(processor) ? "unknown without /proc" : `${processor.toFixed(2)} ms`
    ],
    [`answer at ${rate} a second, p50 / p99`, both(answer_ms)],
    ["to the next hop, p50 / p99", both(next_hop_ms)],
    [
      disk === "fsync" ? "fsync of the disk, p50 / p99" : "a commit of Postgres, p50 / p99",
      `${disk_ms.p50.toFixed(2)} / ${disk_ms.p99.toFixed(2)} ms`
    ],
    ["database", database],
    ["Node", node],
    ["cores", String(cores)]
  ])
  return [
    table,
    "",
    `Mails of 10 kB to one recipient; load and SMTP server shared the ${counted(cores, "core")}.`,
    ...(disk === "commit" ? ["The processor time is the server's, without that of Postgres."] : []),
    ...(disk_ms.p50 < memory
      ? ["This folder is in memory: --database sqlite:FILE names a file on a disk."]
      : []),
    "Not measured: networks, TLS, how fast your mail server takes mail, templates, files,",
    "signatures, webhooks, and more processes than one."
  ].join("\n")
}
