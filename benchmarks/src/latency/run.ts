/** What the load is to do. */
export interface Run {
  /** The base URL of the API. */
  readonly url: string
  readonly keys: ReadonlyArray<string>
  /** Sends a second. */
  readonly rate: number
  readonly seconds: number
}

/** In milliseconds. */
export interface Times {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** What it measured. All times count from the instant at which the send was due. */
export interface Latencies {
  /** To the end of the answer. */
  readonly answer: Times
  /** To the command DATA at the SMTP server. */
  readonly data: Times
  /** How late the load itself was to send: part of both others. */
  readonly lateness: Times
  /** Sends that were not answered with 201. */
  readonly refused: number
  /** Sends whose mail did not come. */
  readonly missing: number
}
