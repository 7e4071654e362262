import { wakeable } from "@telemark/core"
import { Data, Effect } from "effect"
import type { SMTPServer } from "smtp-server"

/** Where a server listens. */
export interface ListenAt {
  /** An address of this machine; undefined for every one. */
  readonly host?: string | undefined
  /** 0 chooses a free one. */
  readonly port: number
}

/** A server can't listen where it should. */
export class ListenFailed extends Data.TaggedError("ListenFailed")<{
  /** The system's error code, such as `EADDRINUSE`. */
  readonly reason: string
}> {}

export const openServer = <Server extends SMTPServer>(
  server: Server,
  { host, port }: ListenAt
): Effect.Effect<Server, ListenFailed> =>
  wakeable((resume) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      resume(new ListenFailed({ reason: error.code ?? error.name }))
    })
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      resume(Effect.succeed(server))
    })
  })

/** Resolves when the messages under way are over. */
export const closeServer = (server: {
  readonly shutDown: (then: () => void) => void
}): Effect.Effect<void> =>
  wakeable((resume) => {
    server.shutDown(() => {
      resume(Effect.void)
    })
  })
