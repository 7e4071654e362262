/** A host application that has the HTTP API mounted, as the suite sees it. */
export interface Host {
  /** Where the API begins, such as `http://127.0.0.1:40123/mail/v1`. */
  readonly url: string
  /** A key with every scope. */
  readonly key: string
  /** How it is asked; `fetch` by default. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Where it listens, if it does. */
  readonly port?: number
  /**
   * Has Telemark closed as the host would, on `SIGTERM` or before; resolves when that is through.
   */
  readonly close: () => Promise<void>
  /** Ends the host itself. */
  readonly end: () => Promise<void>
}

/** What the host's Telemark is to find outside. */
export interface Outside {
  /** The only DNS server that it asks. */
  readonly dnsServer: string
  /** Where receivers of webhooks and SMTP servers stand. */
  readonly allowNetwork: string
}

/** What makes a host differ from `http.createServer(telemark.nodeHandler)`. */
export interface Traits {
  /**
   * A parser of the host's reads bodies first: what isn't JSON, and what is larger than the host
   * takes, the host refuses in words of its own.
   */
  readonly parses?: "JSON" | "octets"
  /**
   * Once it has answered, the host waits half a second for the rest of a body, by the clock, and
   * then ends the connection.
   */
  readonly cutsOff?: true
  /** What a request finds once Telemark is closed: 503, or nobody who listens. */
  readonly onceClosed?: "nobody"
}

export type StartHost = (outside: Outside) => Promise<Host>
