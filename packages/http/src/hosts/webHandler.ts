import { type Services, type StorageHealth, wakeable } from "@telemark/core"
import { Effect } from "effect"
import { type Answer, type BodyStream, isStream } from "../Answer.js"
import { makeRun, type Run } from "../app/app.js"
import { IncomingRequest } from "../requests/IncomingRequest.js"
import { atRoot, belowFront, belowMount, type MountOptions, type MountPath } from "./mount.js"
import { webBody } from "./webBody.js"

const encoder = new TextEncoder()

/** Ends once the host cancels or the client has gone. */
const webStream = (
  body: BodyStream,
  signal: AbortSignal | undefined,
  isHead: boolean
): ReadableStream<Uint8Array> | undefined => {
  const iterator = body[Symbol.asyncIterator]()
  const stop = (): void => void iterator.return?.().catch(() => undefined)
  if (isHead || signal?.aborted === true) {
    stop()
    return undefined
  }
  // Not every host cancels the stream of a client that has hung up.
  signal?.addEventListener("abort", stop, { once: true })
  const end = (): void => {
    signal?.removeEventListener("abort", stop)
  }
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const next = await iterator.next()
        if (next.done === true) {
          end()
          controller.close()
        } else
          controller.enqueue(
            typeof next.value === "string" ? encoder.encode(next.value) : next.value
          )
      } catch (error) {
        end()
        controller.error(error)
      }
    },
    cancel: () => {
      end()
      stop()
    }
  })
}

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

/** For Hono, Next.js, Bun and other hosts with the fetch interface. Never rejects. */
export type WebHandler = (request: Request) => Promise<Response>

/**
 * Without the `connection` header: Next.js would close the connection while the client is still
 * sending, and HTTP/2 has no such header (RFC 9113 8.2.2).
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
  (run: Run, mount: MountPath, { front }: MountOptions = {}): WebHandler =>
  (request) => {
    const { pathname, protocol, search } = new URL(request.url)
    const url = pathname + search
    const head = {
      method: request.method,
      url: front === undefined ? belowMount(mount, url) : belowFront(front, mount, url),
      header: (name: string) => request.headers.get(name) ?? undefined
    }
    const known = run.atOnce(head)
    if (known !== undefined) return Promise.resolve(toResponse(known, request))
    const incoming = new IncomingRequest({
      ...head,
      body: webBody(request),
      received: request,
      fullUrl: () => url,
      isEncrypted: () => protocol === "https:",
      address: () => undefined,
      // Hono creates the signal on first access, which most requests never need.
      gone: Effect.suspend(() => goneFrom(request.signal))
    })
    return new Promise((resolve) => {
      run(incoming, (answer) => {
        resolve(toResponse(answer, request))
      })
    })
  }

/** Paths begin with `/v1`. */
export const webHandler: Effect.Effect<WebHandler, never, Services | StorageHealth> = Effect.map(
  makeRun,
  (run) => makeWebHandler(run, atRoot)
)
