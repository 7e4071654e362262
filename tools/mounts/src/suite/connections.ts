import { startWebhookPeer } from "@telemark/testing"
import { openConnection } from "@telemark-tools/connections"
import { describe, expect, it, onTestFinished } from "vitest"
import { makeApi, member, told } from "../api.js"
import { hello, type Part } from "./Part.js"

const body = JSON.stringify(hello)
const json = { "Content-Type": "application/json" }

/** How requests are written to a host by hand. */
const writerFor = ({ key, url }: { readonly key: string; readonly url: string }) => {
  const mount = new URL(url).pathname
  const head = (line: string, headers: Readonly<Record<string, string | number>> = {}): string => {
    const [method = "", path = ""] = line.split(" ")
    const all = { Host: "localhost", Authorization: `Bearer ${key}`, ...headers }
    const fields = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    return `${method} ${mount}${path} HTTP/1.1\r\n${fields.join("")}\r\n`
  }
  return {
    head,
    send: (text: string, headers: Readonly<Record<string, string | number>> = {}) =>
      head("POST /emails/send", { ...json, "Content-Length": text.length, ...headers }) + text
  }
}

export const connections: Part = ({ api, traits: { cutsOff, parses } }) =>
  describe("connections", () => {
    const open = async () => {
      const { host } = api()
      return { connection: await openConnection(host.port ?? 0), ...writerFor(host) }
    }

    it("continue after errors, whether or not the body was read", async () => {
      const { connection, head, send } = await open()
      const large = JSON.stringify({ ...hello, unknown: "x".repeat(200_000) })
      const requests: ReadonlyArray<readonly [string, number]> = [
        [send(body), 201],
        [send("{}"), 400],
        [head("GET /nowhere"), 404],
        [head("PUT /emails", { ...json, "Content-Length": 2 }) + "{}", 405],
        // Such a host hangs up if it hasn't read the rest of a body within half a second.
        ...(cutsOff === true
          ? []
          : ([[send(large, { Authorization: "Bearer none" }), 401]] as const)),
        [head("POST /domains/missing.example/verify", { "Content-Length": 0 }), 404],
        ...(parses === "JSON" ? [] : ([[send("{"), 400]] as const)),
        [send(body), 201],
        [head("GET /emails?limit=1"), 200]
      ]
      for (const [index, [request, status]] of requests.entries()) {
        await connection.write(request)
        expect((await connection.statuses(index + 1)).at(-1), request.slice(0, 60)).toBe(status)
      }
      connection.destroy()
    })

    it("carry pipelined requests, answered in their order", async () => {
      const { connection, head, send } = await open()
      await connection.write(
        send(body) +
          head("GET /nowhere") +
          send("{}") +
          head("GET /emails/em_0") +
          send(body) +
          head("GET /emails?limit=1")
      )
      expect(await connection.statuses(6)).toEqual([201, 404, 400, 404, 201, 200])
      connection.destroy()
    })

    it("bring bodies in as small pieces as can be", async () => {
      const { connection, head } = await open()
      await connection.write(head("POST /emails/send", { ...json, "Transfer-Encoding": "chunked" }))
      for (const letter of body) await connection.write(`1\r\n${letter}\r\n`)
      await connection.write("0\r\n\r\n")
      expect(await connection.statuses(1)).toEqual([201])
      connection.destroy()
    })

    it("get 100 Continue for a body that waits for it", async () => {
      const { connection, head } = await open()
      await connection.write(
        head("POST /emails/send", {
          ...json,
          "Content-Length": body.length,
          Expect: "100-continue"
        })
      )
      await connection.untilContinue()
      await connection.write(body)
      expect(await connection.statuses(1)).toEqual([201])
      connection.destroy()
    })

    it("of clients that hang up in the middle of their bodies block no other", async () => {
      for (const part of ["", body.slice(0, 5)]) {
        const { connection, head } = await open()
        await connection.write(head("POST /emails/send", { ...json, "Content-Length": 60 }) + part)
        connection.destroy()
      }
      expect((await api().call("POST", "/emails/send", { json: hello })).status).toBe(201)
    })

    it.skipIf(parses !== undefined)(
      "of clients that hang up in the middle of large bodies free their memory for others",
      async () => {
        const large = 14 * 1024 * 1024
        // Together they announce more than there is room for.
        for (let count = 0; count < 5; count++) {
          const { connection, head } = await open()
          await connection.write(
            head("POST /emails/send", { ...json, "Content-Length": large }) + " ".repeat(100_000)
          )
          connection.end()
          await connection.closed()
        }
        const mail = JSON.stringify({
          ...hello,
          attachments: [
            { filename: "a.bin", content: Buffer.alloc(10 * 1024 * 1024, 7).toString("base64") }
          ]
        })
        const answer = await api().call("POST", "/emails/send", {
          headers: { "content-type": "application/json" },
          body: mail.padEnd(large)
        })
        expect(answer.status).toBe(201)
      }
    )

    it("of clients that hang up end the work that was done for them", async () => {
      const { call } = api()
      // One of its own: connections to the others' receiver stay open for some seconds.
      const receiver = await startWebhookPeer()
      onTestFinished(() => receiver.close())
      // Of a kind that nobody reports here: mail of the tests before may still become `email.sent`,
      // and be posted here too.
      const made = await call("POST", "/webhook-endpoints", {
        json: { url: receiver.url, events: ["email.complained"] }
      })
      const id = String(member(made, "id"))
      receiver.answer("stall")
      const aborter = new AbortController()
      const gone = call("POST", `/webhook-endpoints/${id}/test`, { signal: aborter.signal }).then(
        () => "answered",
        () => "gone"
      )
      await receiver.until(({ requests }) => requests.length === 1)
      aborter.abort()
      await receiver.until(({ open }) => open === 0)
      expect(await gone).toBe("gone")
      await call("DELETE", `/webhook-endpoints/${id}`)
    })

    it.skipIf(parses !== undefined)("hear while they are sending that it is too much", async () => {
      const { connection, head } = await open()
      await connection.write(head("POST /suppressions", { ...json, "Content-Length": 12_000_000 }))
      expect(await connection.statuses(1)).toEqual([413])
      connection.destroy()
    })

    it("may be many at once", async () => {
      const sends = Array.from({ length: 50 }, (_, n) =>
        makeApi(api().host).call("POST", "/emails/send", {
          json: { ...hello, to: `ada${String(n)}@example.com` }
        })
      )
      const answers = await Promise.all(sends)
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
      expect(new Set(answers.map((answer) => JSON.stringify(member(answer, "queued")))).size).toBe(
        50
      )
      expect(told(await api().call("GET", "/emails?limit=50"))).toMatchObject([
        200,
        { data: { length: 50 } }
      ])
    })
  })
