import { type DerivedKeys, deriveKeys, StoredKeys } from "@telemark/core"
import { linkToken } from "@telemark/feedback"
import { createTestTelemark, type TestTelemarkOptions } from "@telemark/testing"
import { Effect } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

const secret = Buffer.alloc(32, 7).toString("base64")

export const publicUrl = "https://mail.example.com"

/** The keys of links, as the service derives them from its secret. */
export const linkKeys: Promise<DerivedKeys> = Effect.runPromise(
  Effect.provideService(deriveKeys("links", secret), StoredKeys, {
    keys: Effect.succeed([]),
    update: () => Effect.succeed([])
  })
)

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export type HostName = "nodeHandler" | "webHandler"
export const hostNames: ReadonlyArray<HostName> = ["nodeHandler", "webHandler"]

/**
 * A Telemark on SQLite, with its pages behind a Node server on the loopback interface, or behind
 * its handler for fetch-based hosts.
 */
export const startPages = async (
  host: HostName = "nodeHandler",
  options: TestTelemarkOptions = {}
) => {
  const telemark = await createTestTelemark({
    publicUrl,
    secret,
    from: "Shop <news@mail.shop.example>",
    ...options
  })
  const server = createServer(telemark.nodeHandler)
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  const [key] = await linkKeys

  const call = async (
    method: string,
    path: string,
    init: Omit<RequestInit, "method"> = {}
  ): Promise<Answer> => {
    const request = { ...init, method, redirect: "manual" } as const
    const response =
      host === "nodeHandler"
        ? await fetch(`${origin}${path}`, request)
        : await telemark.fetch(new Request(`${publicUrl}${path}`, request))
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  /** The path of a message's page. */
  const pathOf = (emailId: string): string => `/u/${linkToken(key, "page", emailId)}`

  /** Sends a message, and answers its id. */
  const send = async (topic?: string, to = "ada@example.com"): Promise<string> => {
    const { queued } = await telemark.emails.send({
      to,
      subject: "Hello",
      text: "Hello",
      ...(topic === undefined ? {} : { topic })
    })
    return queued[0]?.id ?? ""
  }

  const form = (
    members: Readonly<Record<string, string | ReadonlyArray<string>>>
  ): URLSearchParams =>
    new URLSearchParams(
      Object.entries(members).flatMap(([name, values]) =>
        [values].flat().map((value) => [name, value])
      )
    )
  const post = (
    path: string,
    members: Parameters<typeof form>[0],
    headers: Readonly<Record<string, string>> = {}
  ) => call("POST", path, { body: form(members), headers })

  const oneClick = (path: string) => post(path, { "List-Unsubscribe": "One-Click" })

  /** What blocks mail to the address: `all`, and topics, each with its reason. */
  const blocked = async (to = "ada@example.com"): Promise<Readonly<Record<string, string>>> => {
    const { reason, suppressed, topics } = await telemark.suppressions.check(to)
    return {
      ...(suppressed ? { all: reason } : {}),
      ...Object.fromEntries(topics.map((one) => [one.topic, one.reason]))
    }
  }

  const unsubscriptions = async (emailId: string): Promise<number> => {
    const { data } = await telemark.emails.events(emailId)
    return data.filter(({ type }) => type === "email.unsubscribed").length
  }

  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve()
      })
    })
    await telemark.close()
  }

  return {
    blocked,
    call,
    close,
    key,
    oneClick,
    origin,
    pathOf,
    post,
    send,
    telemark,
    unsubscriptions
  }
}

export type Pages = Awaited<ReturnType<typeof startPages>>
