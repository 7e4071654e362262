import { type Effect, Metric } from "effect"

interface Definition {
  readonly type: "counter" | "gauge" | "histogram"
  /** One sentence, for people who look at a graph. */
  readonly description: string
  /** Each takes few values: never an address, a domain or an id of a message. */
  readonly labels: ReadonlyArray<string>
}

/** Of histograms, in seconds. */
const boundaries = {
  telemark_time_to_deliver_seconds: [
    0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 21_600, 86_400
  ],
  telemark_attempt_seconds: [
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300
  ]
} as const

/**
 * Everything that is measured, by name. Names and units follow Prometheus' conventions
 * (https://prometheus.io/docs/practices/naming/): seconds, and `_total` for what only grows.
 */
export const metrics = {
  telemark_accepted_total: {
    type: "counter",
    description: "Messages that were accepted: one for each recipient that isn't suppressed.",
    labels: []
  },
  telemark_attempts_total: {
    type: "counter",
    description: "Attempts to deliver a message whose outcome was recorded.",
    labels: ["route", "outcome", "class"]
  },
  telemark_attempt_seconds: {
    type: "histogram",
    description:
      "How long attempts took from their connection to the outcome, by the stage of SMTP that decided it.",
    labels: ["stage"]
  },
  telemark_time_to_deliver_seconds: {
    type: "histogram",
    description:
      "Seconds from a message's acceptance, or from when it was scheduled for, until the next hop took it.",
    labels: []
  },
  telemark_queue_messages: {
    type: "gauge",
    description: "Messages in the queue of the database, of all processes.",
    labels: ["state"]
  },
  telemark_queue_oldest_seconds: {
    type: "gauge",
    description: "For how long the message that has been due for longest has waited for a worker.",
    labels: []
  },
  telemark_connections: {
    type: "gauge",
    description: "Messages that are being transmitted now, each over a connection of its own.",
    labels: ["route"]
  },
  telemark_throttled_total: {
    type: "counter",
    description: "Requests that a limit refused, and back-offs of routes and senders that began.",
    labels: ["cause"]
  },
  telemark_route_refusals_total: {
    type: "counter",
    description:
      "Back-offs that began because a mail server refused the login, the account, TLS, or this service as a whole.",
    labels: ["cause", "route"]
  },
  telemark_webhook_deliveries_total: {
    type: "counter",
    description: "Calls to webhook endpoints whose outcome was recorded.",
    labels: ["outcome"]
  },
  telemark_feedback_total: {
    type: "counter",
    description: "Reports on messages that came: bounces, complaints, opens and others.",
    labels: ["source", "kind"]
  },
  telemark_bounce_messages_total: {
    type: "counter",
    description: "Messages that came back to the listener for bounces.",
    labels: ["kind"]
  },
  telemark_bounce_refusals_total: {
    type: "counter",
    description: "Connections that the listener for bounces refused or cut because of a limit.",
    labels: ["limit"]
  },
  telemark_submissions_total: {
    type: "counter",
    description: "Mails that applications submitted by SMTP, by the code of the reply.",
    labels: ["code"]
  },
  telemark_submission_refusals_total: {
    type: "counter",
    description:
      "Connections to the SMTP server for applications that were refused or cut because of a limit.",
    labels: ["limit"]
  },
  telemark_hits_total: {
    type: "counter",
    description: "Opens and clicks that were recorded.",
    labels: ["kind", "by"]
  },
  telemark_hits_lost_total: {
    type: "counter",
    description: "Opens and clicks that were lost because they could not be recorded in time.",
    labels: []
  },
  telemark_reputation_events_total: {
    type: "counter",
    description:
      "Tenants whose sending was paused or resumed, or whose complaints or bounces exceeded a limit.",
    labels: ["type", "cause"]
  },
  telemark_suppressions: {
    type: "gauge",
    description: "Suppressed addresses of all tenants.",
    labels: []
  },
  telemark_storage_errors_total: {
    type: "counter",
    description: "Uses of the database that failed in this process.",
    labels: ["reason"]
  },
  telemark_event_loop_delay_seconds: {
    type: "gauge",
    description: "How late the process' event loop ran since the last time that this was read.",
    labels: ["percentile"]
  },
  telemark_info: {
    type: "gauge",
    description: "Always 1; its labels say what runs.",
    labels: ["version", "node"]
  },
  process_cpu_seconds_total: {
    type: "counter",
    description: "Seconds of processor time of the process, of users and system.",
    labels: []
  },
  process_resident_memory_bytes: {
    type: "gauge",
    description: "Resident memory of the process.",
    labels: []
  },
  process_start_time_seconds: {
    type: "gauge",
    description: "When the process started, in seconds since 1970.",
    labels: []
  }
} as const satisfies Readonly<Record<string, Definition>>

type Metrics = typeof metrics
export type MetricName = keyof Metrics

export type LabelsOf<Name extends MetricName> = {
  readonly [Label in Metrics[Name]["labels"][number]]: string
}

type NamesOf<Type extends Definition["type"]> = {
  [Name in MetricName]: Metrics[Name]["type"] extends Type ? Name : never
}[MetricName]

export type CounterName = NamesOf<"counter">
export type HistogramName = NamesOf<"histogram">
export type GaugeName = NamesOf<"gauge">

const optionsOf = (name: MetricName, attributes: Readonly<Record<string, string>>) => ({
  description: metrics[name].description,
  attributes
})

/** One series of a counter. */
export const counterOf = <Name extends CounterName>(
  name: Name,
  labels: LabelsOf<Name>
): Metric.Counter<number> => Metric.counter(name, { ...optionsOf(name, labels), incremental: true })

/** One series of a gauge. */
export const gaugeOf = <Name extends GaugeName>(
  name: Name,
  labels: LabelsOf<Name>
): Metric.Gauge<number> => Metric.gauge(name, optionsOf(name, labels))

/** One series of a histogram. */
export const histogramOf = <Name extends HistogramName>(
  name: Name,
  labels: LabelsOf<Name>
): Metric.Histogram<number> =>
  Metric.histogram(name, { ...optionsOf(name, labels), boundaries: boundaries[name] })

/** Adds to a counter. For what is rare; `Meters` is for each mail. */
export const count = <Name extends CounterName>(
  name: Name,
  labels: LabelsOf<Name>,
  by = 1
): Effect.Effect<void> => Metric.update(counterOf(name, labels), by)
