import { type Services, type StorageHealth, wakeable } from "@telemark/core"
import { Effect } from "effect"
import { type Answer, isStream } from "../answers/Answer.js"
import { makeRun, type Run } from "../app/run.js"
import { IncomingRequest } from "../requests/IncomingRequest.js"
import { atRoot, belowMount, type MountPath } from "./mount.js"
import { webBody } from "./webBody.js"
import { webStream } from "./webStream.js"

const goneFrom = (signal: AbortSignal): Effect.Effect<void> =>
  wakeable((resume) => {
    const notify = (): void => {
      resume(Effect.void)
    }
    if (signal.aborted) notify()
    else signal.addEventListener("abort", notify, { once: true })
    return Effect.sync(() => {
      signal.removeEventListener("abort", notify)
    })
  })

/**
 * A handler for Hono, Next.js, Bun and other hosts with the fetch interface. Its promise never
 * rejects.
 */
export type WebHandler = (request: Request) => Promise<Response>

/**
 * Converts the response, without the `connection` header: Next.js would close the connection while
 * the client is still sending, and the client would see no answer. In HTTP/2 the header is
 * malformed (RFC 9113 8.2.2).
 */
export const toResponse = (
  { body, headers, status }: Answer,
  { method, signal }: Pick<Request, "method"> & { readonly signal?: AbortSignal }
): Response => {
  const { connection: _, ...rest } = headers
  const sent = isStream(body)
    ? webStream(body, signal, method === "HEAD")
    : (body as Uint8Array<ArrayBuffer> | string | undefined)
  return new Response(method === "HEAD" ? null : (sent ?? null), { status, headers: rest })
}

export const makeWebHandler =
  (run: Run, mount: MountPath): WebHandler =>
  (request) => {
    const { pathname, protocol, search } = new URL(request.url)
    const head = {
      method: request.method,
      url: belowMount(mount, pathname + search),
      header: (name: string) => request.headers.get(name) ?? undefined
    }
    const known = run.atOnce(head)
    if (known !== undefined) return Promise.resolve(toResponse(known, request))
    const incoming = new IncomingRequest({
      ...head,
      body: webBody(request),
      received: request,
      fullUrl: () => pathname + search,
      isEncrypted: () => protocol === "https:",
      // Hono creates the signal on first access, which most requests never need.
      gone: Effect.suspend(() => goneFrom(request.signal))
    })
    return new Promise((resolve) => {
      run(incoming, (answer) => {
        resolve(toResponse(answer, request))
      })
    })
  }

/** The interface as a web handler, with paths that begin with `/v1`. */
export const webHandler: Effect.Effect<WebHandler, never, Services | StorageHealth> = Effect.map(
  makeRun,
  (run) => makeWebHandler(run, atRoot)
)
