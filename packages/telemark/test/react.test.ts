import { smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { type SmtpPeer, startSmtpPeer } from "@telemark/testing"
import { Cause, Effect, Exit } from "effect"
import { createElement } from "react"
import { createTelemark, ReactNotRendered, type Telemark, ValidationFailed } from "telemark"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeRenderReact } from "../src/react.js"

let peer: SmtpPeer
let telemark: Telemark

beforeAll(async () => {
  peer = await startSmtpPeer()
  telemark = await createTelemark({
    storage: sqlite({ filename: ":memory:" }),
    transport: smtp({ url: peer.url }),
    from: "Shop <shop@example.com>"
  })
  telemark.startWorker()
})

afterAll(async () => {
  await telemark.close()
  await peer.close()
})

const Welcome = ({ name }: { readonly name: string }) =>
  createElement(
    "html",
    null,
    createElement(
      "body",
      null,
      createElement("div", { style: { display: "none" } }, "A preview"),
      createElement("p", null, "Welcome, ", name)
    )
  )
const Broken = () => {
  throw new Error("no such user")
}

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error
  )
const to = "ada@example.com"

describe("a send of a React element", () => {
  it("is a mail of the html that it makes, and of its text", async () => {
    await telemark.emails.send({
      to,
      subject: "Hello",
      react: createElement(Welcome, { name: "Ada" })
    })
    await peer.until(({ mails }) => mails.length === 1)
    const source = peer.mails[0]?.source.toString().replaceAll("=\r\n", "") ?? ""
    expect(source.split("text/html")[0]).not.toContain("A preview")
    expect(source).toMatch(
      /text\/plain[^]*Welcome, Ada[^]*text\/html[^]*<p>Welcome, (?:<!-- -->)?Ada<\/p>/
    )
  })

  it("has the given text as its plain alternative", async () => {
    const before = peer.mails.length
    await telemark.emails.send({
      to,
      subject: "Hello",
      react: createElement(Welcome, { name: "Ada" }),
      text: "Dear Ada"
    })
    await peer.until(({ mails }) => mails.length > before)
    const source = peer.mails.at(-1)?.source.toString().replaceAll("=\r\n", "") ?? ""
    expect(source).toMatch(
      /text\/plain[^]*Dear Ada[^]*text\/html[^]*<p>Welcome, (?:<!-- -->)?Ada<\/p>/
    )
    expect(source.split("text/html")[0]).not.toContain("Welcome")
  })

  it("is refused beside other content, and where a component is given for an element", async () => {
    const react = createElement(Welcome, { name: "Ada" })
    expect(await rejection(telemark.emails.send({ to, react, html: "x" } as never))).toMatchObject({
      details: { body: [expect.stringContaining("react")] }
    })
    for (const wrong of [Welcome, "<p>", null, {}]) {
      const error = await rejection(telemark.emails.send({ to, react: wrong as never }))
      expect(error).toBeInstanceOf(ValidationFailed)
      expect(error).toMatchObject({ details: { react: [expect.stringContaining("<Welcome")] } })
    }
  })

  it("rejects with what a component threw", async () => {
    const error = await rejection(telemark.emails.send({ to, react: createElement(Broken) }))
    expect(error).toBeInstanceOf(ReactNotRendered)
    expect(error).toMatchObject({
      code: "react_not_rendered",
      reason: "failed",
      cause: { message: "no such user" }
    })
  })

  it("keeps its index in a batch, whatever its outcome", async () => {
    const batch = () =>
      telemark.emails.sendBatch(
        [
          { to, react: createElement(Broken) },
          { to, react: createElement(Welcome, { name: "Ada" }) },
          { to, react: createElement(Welcome, { name: "Ada" }), html: "x" } as never,
          { to, text: "x" }
        ],
        { idempotencyKey: "react" }
      )
    const { data } = await batch()
    expect(data.map(({ error }) => error?.code)).toEqual([
      "react_not_rendered",
      undefined,
      "Validation failed",
      undefined
    ])
    expect((await batch()).data.map(({ result }) => result?.idempotent_replay)).toEqual([
      undefined,
      true,
      undefined,
      true
    ])
  })

  it("says what to install where there is no renderer", async () => {
    const exit = await Effect.runPromiseExit(
      makeRenderReact("@example/no-renderer")({
        to,
        react: createElement(Welcome, { name: "Ada" })
      })
    )
    const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
    expect(error).toMatchObject({
      reason: "not_installed",
      message: expect.stringContaining("install @react-email/render, react and react-dom")
    })
  })
})
