import pg from "pg"

type Connected = (error: Error | null | undefined) => void

/** A connection to one of the hosts. */
export interface HostClient extends pg.Client {
  /** Has the next connections made to the next host. */
  readonly leave: () => void
}

/**
 * Connections to the first of the hosts, until one can't be made there or is of no use; then to the
 * next. `configs` are those of the hosts at that moment.
 */
export const makeHostClient = (
  configs: () => ReadonlyArray<pg.ClientConfig>
): new (config?: pg.ClientConfig) => HostClient => {
  let current = 0
  return class extends pg.Client implements HostClient {
    readonly #host = current
    readonly #hosts: number

    constructor(config?: pg.ClientConfig) {
      const all = configs()
      super({ ...config, ...all[current] })
      this.#hosts = all.length
      // The pool doesn't listen while it is set up. Without a listener, a loss would end the process.
      this.on("error", () => undefined)
    }

    /** Unless others have been quicker. */
    leave = (): void => {
      if (current === this.#host) current = (current + 1) % this.#hosts
    }

    override connect(): Promise<pg.Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      if (callback === undefined)
        return super.connect().catch((error: unknown) => {
          this.leave()
          throw error
        })
      super.connect((error: Error | null) => {
        if (error !== null) this.leave()
        callback(error)
      })
      return undefined
    }
  }
}
