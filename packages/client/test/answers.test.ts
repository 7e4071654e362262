import { describe, expect, it } from "vitest"
import { ConnectionFailed, UnexpectedAnswer } from "../src/index.js"
import { failure, makeClient } from "./support/client.js"
import { nameOf, type Operation, operations, sampleOf } from "./support/openApi.js"
import { callOperation } from "./support/operations.js"

const mail = { to: "ada@example.com", text: "hello" }
const sent = {
  queued: [{ id: "em_1", recipient: "ada@example.com", status: "queued" }],
  suppressed: [],
  idempotent_replay: false
}

/** A client whose every request is answered with this JSON, and how many there were. */
const answering = (text: string, status = 200) => {
  const asked: Array<string> = []
  const { client } = makeClient("https://mail.example.com/v1", {
    fetch: (url) => {
      asked.push(url)
      return Promise.resolve(
        new Response(text, {
          status,
          headers: { "content-type": "application/json", "x-request-id": "req-1" }
        })
      )
    }
  })
  return { client, asked }
}

const goodSchemaOf = ({ responses }: Operation) =>
  Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1].content?.[
    "application/json"
  ]?.schema ?? {}

/** Streams are read piece by piece: what they take is tested with their calls. */
const isDocument = ({ responses }: Operation): boolean =>
  Object.entries(responses).some(
    ([status, { content }]) => status.startsWith("2") && content?.["application/json"] !== undefined
  )

describe.each(operations.map((operation) => [nameOf(operation), operation] as const))(
  "%s",
  (_, operation) => {
    it.runIf(isDocument(operation))(
      "takes the least that the OpenAPI document lets the service answer",
      async () => {
        const { client } = answering(JSON.stringify(sampleOf(goodSchemaOf(operation))))
        expect(await callOperation(client, operation)).toEqual(expect.any(Object))
      }
    )

    it("fails, once, with an answer of something else than Telemark, however well that thinks it went", async () => {
      for (const text of ["{}", '{"ok":true}', '{"message":"OK","result":[]}']) {
        const { client, asked } = answering(text)
        const error = await failure(callOperation(client, operation))
        expect(error).toBeInstanceOf(UnexpectedAnswer)
        expect(error).toMatchObject({
          status: 200,
          requestId: "req-1",
          message: expect.stringContaining("baseUrl")
        })
        expect(asked).toHaveLength(1)
      }
    })
  }
)

describe("an answer with 2xx", () => {
  it.each(["[]", '[{"id":"em_1"}]', '"OK"', "null", "true", "42"])(
    "that is %s is whole, but not Telemark's, and isn't requested again",
    async (text) => {
      const { client, asked } = answering(text)
      expect(await failure(client.emails.get("em_1"))).toBeInstanceOf(UnexpectedAnswer)
      expect(asked).toHaveLength(1)
    }
  )

  it.each(["", "{", '{"id":"em', "[1,"])(
    "that is %j was cut off, and is requested again",
    async (text) => {
      const { client, asked } = answering(text)
      expect(await failure(client.emails.get("em_1"))).toBeInstanceOf(ConnectionFailed)
      expect(asked).toHaveLength(3)
    }
  )

  it.each([
    ["send", "queued"],
    ["list", "data"],
    ["all", "data"]
  ] as const)("of emails.%s whose %s is no list isn't Telemark's", async (method, member) => {
    for (const value of [null, {}, "em_1", 1]) {
      const { client } = answering(
        JSON.stringify({ ...sent, limit: 50, offset: 0, next: null, [member]: value })
      )
      const all = async () => {
        for await (const _ of client.emails.all()) expect.unreachable()
      }
      const calls = { send: () => client.emails.send(mail), list: () => client.emails.list(), all }
      expect(await failure(calls[method]())).toBeInstanceOf(UnexpectedAnswer)
    }
  })
})

describe("a batch's answer", () => {
  const entry = { status: 201, ...sent }

  it.each([0, 1, 3])("that has %d entries for two sends isn't Telemark's", async (count) => {
    const { client } = answering(
      JSON.stringify({ data: Array.from({ length: count }, () => entry) })
    )
    expect(await failure(client.emails.sendBatch([mail, mail]))).toBeInstanceOf(UnexpectedAnswer)
  })

  it("has an error where an entry calls itself good and has no result", async () => {
    const { client } = answering(
      JSON.stringify({ data: [{ status: 201 }, { status: 200, queued: null }, entry] })
    )
    const { data } = await client.emails.sendBatch([mail, mail, mail])
    expect(data.map(({ error, result }) => error?.code ?? result?.queued.length)).toEqual([
      "unexpected_answer",
      "unexpected_answer",
      1
    ])
  })

  it("matches the sends as they were when it was called, whatever changed in the list since", async () => {
    const { client } = answering(JSON.stringify({ data: [entry, entry] }))
    const waiting = [mail, mail]
    const call = client.emails.sendBatch(waiting)
    waiting.length = 0
    expect((await call).data).toHaveLength(2)
  })
})
