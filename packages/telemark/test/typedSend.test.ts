import type { SendRequest, SendResult, TemplateData, TemplateSend, TenantApi } from "telemark"
import { describe, expectTypeOf, it } from "vitest"

declare module "telemark" {
  interface TemplateData {
    readonly "typed-receipt": {
      readonly name: string | number
      readonly note?: string | undefined
      readonly items: ReadonlyArray<{ readonly price: string | number }>
    }
    readonly "typed-notice": { readonly name?: string | number | null | undefined }
    readonly "typed-hello": { readonly name: string | number }
    readonly "typed-plain": Readonly<Record<string, never>>
  }
}

type Send = TenantApi["emails"]["send"]

/** Stands for the real one: these calls are only compiled. */
const send: Send = () => Promise.resolve({ queued: [], suppressed: [], idempotent_replay: false })
const sendBatch: TenantApi["emails"]["sendBatch"] = () => Promise.resolve({ data: [] })
/** One of several, and nobody knows which. */
const pick = <const One extends string>(...ids: readonly [One, ...ReadonlyArray<One>]): One =>
  ids[0]
const to = "ada@example.com"
const data = { name: "Ada", items: [{ price: 3 }] }

describe("a send of a template whose data is declared", () => {
  it("takes its data", () => {
    expectTypeOf(send({ to, template_id: "typed-receipt", data })).toEqualTypeOf<
      Promise<SendResult>
    >()
    void send(
      {
        to: [to],
        template_id: "typed-receipt",
        data: { ...data, note: "Thank you" },
        metadata: { order: 1 }
      },
      { idempotencyKey: "k" }
    )
    const request: TemplateSend<"typed-receipt"> = { to, template_id: "typed-receipt", data }
    void send(request)
  })

  it("doesn't compile with data that is missing, misspelt or of a wrong type", () => {
    // @ts-expect-error: there is no data
    void send({ to, template_id: "typed-receipt" })
    // @ts-expect-error: there are no items
    void send({ to, template_id: "typed-receipt", data: { name: "Ada" } })
    // @ts-expect-error: the optional note is misspelt
    void send({ to, template_id: "typed-receipt", data: { ...data, nota: "Thank you" } })
    // @ts-expect-error: a name is no object
    void send({ to, template_id: "typed-receipt", data: { ...data, name: {} } })
    // @ts-expect-error: an item's price is misspelt
    void send({ to, template_id: "typed-receipt", data: { name: "Ada", items: [{ prize: 3 }] } })
    // @ts-expect-error: other members are checked as ever
    void send({ to, template_id: "typed-receipt", data, subjekt: "Hello" })
    // @ts-expect-error: somebody must get it
    void send({ template_id: "typed-receipt", data })
  })

  it("takes no data where every variable may be left out", () => {
    void send({ to, template_id: "typed-notice" })
    void send({ to, template_id: "typed-notice", data: { name: null } })
    // @ts-expect-error: it is misspelt
    void send({ to, template_id: "typed-notice", data: { nom: "Ada" } })
    void send({ to, template_id: "typed-plain" })
    // @ts-expect-error: it has no variables
    void send({ to, template_id: "typed-plain", data: { name: "Ada" } })
  })

  it("doesn't compile where one of several ids may be meant, and the data fits only some", () => {
    const either = pick("typed-receipt", "typed-plain")
    // @ts-expect-error: the other has no variables
    void send({ to, template_id: either, data })
    // @ts-expect-error: a receipt has items
    void send({ to, template_id: pick("typed-receipt", "typed-hello"), data: { name: "Ada" } })
    // @ts-expect-error: nor may a receipt do without data
    void send({ to, template_id: either })
    // @ts-expect-error: the same of one that isn't declared
    void send({ to, template_id: pick("typed-receipt", "somewhere-else") })
    const request: TemplateSend<"typed-receipt" | "typed-plain"> = {
      to,
      template_id: "typed-receipt",
      data
    }
    void send(request)
    // @ts-expect-error: the data is the other's
    void send<"typed-receipt" | "typed-plain">({ to, template_id: "typed-plain", data })
  })

  it("takes data that fits all ids that may be meant", () => {
    void send({ to, template_id: pick("typed-notice", "typed-plain") })
    void send({ to, template_id: pick("typed-notice", "typed-hello"), data: { name: "Ada" } })
    void send({ to, template_id: pick("typed-hello", "somewhere-else"), data: { name: "Ada" } })
    const forward = <Id extends string>(request: TemplateSend<Id>) => send(request)
    void forward({ to, template_id: "typed-hello", data: { name: "Ada" } })
  })

  it("is checked in a batch, too, each entry against its own template's", () => {
    void sendBatch([
      { to, template_id: "typed-receipt", data },
      { to, text: "Hello" },
      { to, template_id: "typed-notice" }
    ])
    void sendBatch([
      { to, text: "Hello" },
      // @ts-expect-error: the second one has no data
      { to, template_id: "typed-hello" }
    ])
    void sendBatch([
      // @ts-expect-error: the first one's is the other's
      { to, template_id: "typed-plain", data },
      { to, template_id: "typed-receipt", data }
    ])
    // @ts-expect-error: other members are checked as ever
    void sendBatch([{ to, text: 7 }])
    const requests: ReadonlyArray<SendRequest> = [{ to, text: "Hello" }]
    void sendBatch(requests)
    void sendBatch(
      ["Ada", "Grace"].map((name) => ({ to, template_id: "typed-hello", data: { name } }))
    )
    void sendBatch(["Ada", "Grace"].map((name) => ({ to, text: name })))
  })

  it("knows which ids are declared", () => {
    expectTypeOf<keyof TemplateData>().toEqualTypeOf<
      "typed-receipt" | "typed-notice" | "typed-plain" | "typed-hello"
    >()
  })
})

describe("any other send", () => {
  it("takes what it always did", () => {
    const id: string = "typed-receipt"
    void send({ to, template_id: id })
    void send({ to, template_id: "somewhere-else", data: { anything: [1, null] } })
    void send({ to, template_id: "somewhere-else" })
    void send({ to, html: "<p>Hello</p>", subject: "Hello" })
    void send({ to, text: "Hello", template_id: undefined })
    void send({
      to: ["Ada <ada@example.com>"],
      html: "<p>Hello</p>",
      text: "Hello",
      scheduled_at: new Date()
    })
    const request: SendRequest = { to, template_id: "typed-receipt" }
    void send(request)
    // @ts-expect-error: it is misspelt
    void send({ to, text: "Hello", txt: "Hello" })
  })

  it("doesn't compile without content, or with a template's beside its own", () => {
    // @ts-expect-error: it says nothing
    void send({ to })
    // @ts-expect-error: it says nothing
    void send({ to, template_id: undefined, html: undefined })
    // @ts-expect-error: the template has its html
    void send({ to, template_id: "somewhere-else", html: "<p>Hello</p>" })
    // @ts-expect-error: and its text
    void send({ to, template_id: "typed-hello", data: { name: "Ada" }, text: "Hello" })
    // @ts-expect-error: an element of React makes the html
    void send({ to, html: "<p>Hello</p>", react: { type: "p", props: {}, key: null } })
    void send({ to, text: "Hello", react: { type: "p", props: {}, key: null } })
    // @ts-expect-error: the same in a request that is kept
    const request: SendRequest = { to, template_id: "x", text: "Hello" }
    void sendBatch([
      { to, text: "Hello" },
      // @ts-expect-error: and in a batch
      { to, template_id: "x", html: "Hello" }
    ])
    return request
  })
})
