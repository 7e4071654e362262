import { isNativeError } from "node:util/types"
import { capture, smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { postgres } from "@telemark/postgres"
import { createTelemark, NotFound, type TelemarkOptions, ValidationFailed } from "telemark"
import { describe, expect, it, onTestFinished } from "vitest"
import { callSite } from "../src/callSite.js"
import { EffectNotUsable, effectProblem, versionOf } from "../src/effectVersion.js"

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error
  )
const valid = () => ({
  storage: sqlite({ filename: ":memory:" }),
  transport: capture(),
  from: "Shop <shop@example.com>"
})

/** As it comes from plain JavaScript. */
const anything = (value: unknown) => value as never

const thrown = (make: () => unknown): unknown => {
  try {
    make()
  } catch (error) {
    return error
  }
  return undefined
}

describe("createTelemark without a compiler", () => {
  it.each<readonly [what: string, options: () => unknown, details: object]>([
    [
      "nothing",
      () => undefined,
      { options: [expect.stringContaining("must be an object such as")] }
    ],
    [
      "a text",
      () => "mail.db",
      { options: [expect.stringContaining("must be an object such as")] }
    ],
    [
      "no options",
      () => ({}),
      {
        storage: [expect.stringContaining("sqlite(")],
        transport: [expect.stringContaining("smtp(")]
      }
    ],
    [
      "a text as storage",
      () => ({ ...valid(), storage: "mail.db" }),
      { storage: [expect.stringContaining("sqlite(")] }
    ],
    [
      "a URL as transport",
      () => ({ ...valid(), transport: "smtp://localhost" }),
      { transport: [expect.stringContaining("smtp(")] }
    ],
    [
      "a function as storage",
      () => ({ ...valid(), storage: sqlite }),
      { storage: [expect.stringContaining("sqlite(")] }
    ],
    [
      "a misspelt option",
      () => ({ ...valid(), monthly_limit: 5 }),
      { monthly_limit: ["is not an option of createTelemark(); did you mean monthlyLimit?"] }
    ],
    [
      "an option that there isn't",
      () => ({ ...valid(), banana: 5 }),
      { banana: ["is not an option of createTelemark()"] }
    ],
    [
      "a log level that there isn't",
      () => ({ ...valid(), logLevel: "loud" }),
      { logLevel: [expect.stringContaining("Warning")] }
    ]
  ])("says what is wrong with %s", async (_, options, details) => {
    const error = await rejection(createTelemark(anything(options())))
    expect(error).toBeInstanceOf(ValidationFailed)
    expect((error as ValidationFailed).details).toEqual(details)
  })

  it.each<readonly [what: string, make: () => unknown, details: object]>([
    [
      "sqlite of a path",
      () => sqlite(anything("mail.db")),
      { options: [`of sqlite() must be an object such as { filename: "mail.db" }`] }
    ],
    [
      "sqlite of fileName",
      () => sqlite(anything({ fileName: "mail.db" })),
      { fileName: ["is not an option of sqlite(); did you mean filename?"] }
    ],
    [
      "sqlite of nothing",
      () => sqlite(anything({})),
      { filename: ["must be the path of the database file"] }
    ],
    [
      "smtp of a URL",
      () => smtp(anything("smtp://localhost")),
      { options: [`of smtp() must be an object such as { url: "smtp://localhost:2525" }`] }
    ],
    [
      "smtp without a URL",
      () => smtp(anything({})),
      { url: ["must be a URL such as smtp://localhost:2525"] }
    ],
    [
      "smtp of URL",
      () => smtp(anything({ URL: "smtp://localhost" })),
      { URL: ["is not an option of smtp(); did you mean url?"] }
    ],
    [
      "capture of everything",
      () => capture(anything({ every: true })),
      { every: ["is not an option of capture()"] }
    ],
    [
      "postgres of max_connections",
      () => postgres(anything({ url: "postgres://localhost", max_connections: 5 })),
      {
        max_connections: ["is not an option of postgres(); did you mean maxConnections?"]
      }
    ]
  ])("has %s say what is wrong, at the line that calls it", (_, make, details) => {
    const error = thrown(make)
    expect(error).toBeInstanceOf(ValidationFailed)
    expect((error as ValidationFailed).details).toEqual(details)
    expect((error as ValidationFailed).stack).toContain("misuse.test.ts")
  })
})

describe("a filter that an operation doesn't have", () => {
  it("is refused, with the one that was probably meant, and no list is returned", async () => {
    const telemark = await createTelemark(valid())
    onTestFinished(() => telemark.close())
    const misspelt = anything({ recipent: "ada@example.com" })
    const all = async () => {
      for await (const _ of telemark.suppressions.export(anything({ reasn: "bounce" }))) break
    }
    for (const [refused, details] of [
      [
        telemark.emails.list(misspelt),
        { recipent: ["is not an option of emails.list(); did you mean recipient?"] }
      ],
      [all(), { reasn: ["is not an option of suppressions.export(); did you mean reason?"] }]
    ] as const) {
      const error = await rejection(refused)
      expect(error).toBeInstanceOf(ValidationFailed)
      expect(error).toMatchObject({ details })
    }
  })
})

describe("the stack of an error", () => {
  /** The first frame of a stack that isn't inside Telemark. */
  const callerOf = (error: unknown): string =>
    ((error as Error).stack ?? "")
      .split("\n")
      .filter((line) => /^\s+at /.test(line))
      .find((line) => !/packages\/telemark\/(src|dist)\//.test(line)) ?? ""

  it("leads to the line that created it", async () => {
    const theCaller = (options: unknown) => createTelemark(options as TelemarkOptions)
    const error = await rejection(theCaller({}))
    expect(callerOf(error)).toMatch(/theCaller.*misuse\.test\.ts/)
    expect((error as Error).stack).toMatch(/^ValidationFailed: Validation failed: storage must be/)
  })

  it("leads to the line that called an operation, as do those of further errors", async () => {
    const telemark = await createTelemark(valid())
    onTestFinished(() => telemark.close())
    const theSender = () => telemark.emails.send({ to: "nobody", text: "Hello" })
    const refused = await rejection(theSender())
    expect(refused).toBeInstanceOf(ValidationFailed)
    expect(callerOf(refused)).toMatch(/theSender.*misuse\.test\.ts/)

    const theReader = () => telemark.tenant("nobody").emails.get("em_1")
    const missing = await rejection(theReader())
    expect(missing).toBeInstanceOf(NotFound)
    expect(callerOf(missing)).toMatch(/theReader.*misuse\.test\.ts/)
    expect((missing as Error).stack).not.toContain("node_modules/effect")
  })

  // Some of these errors were made once for the process: the first caller's stack led to the
  // second's line.
  it("leads each of two callers that are refused at the same time to its own line", async () => {
    const telemark = await createTelemark(valid())
    onTestFinished(() => telemark.close())
    const mail = { to: "ada@example.com", subject: "Hello", text: "Hello" }
    const refusals = [
      () =>
        telemark.emails.send({ ...mail, scheduled_at: new Date(Date.now() + 31 * 24 * 3_600_000) }),
      () =>
        telemark.emails.send({
          ...mail,
          attachments: [{ filename: "large.bin", content: new Uint8Array(11 * 1024 * 1024) }]
        }),
      () => telemark.emails.list({ after: `em_${"0".repeat(32)}` }),
      () => telemark.templates.create(anything({ name: "empty", subject: "Hello" })),
      () => telemark.emails.send({ to: "ada@example.com", template_id: `tpl_${"0".repeat(32)}` })
    ]
    for (const refusal of refusals) {
      const theFirst = () => refusal()
      const theSecond = () => refusal()
      const [first, second] = await Promise.all([rejection(theFirst()), rejection(theSecond())])
      expect([first, second]).toEqual([expect.any(ValidationFailed), expect.any(ValidationFailed)])
      expect((first as Error).stack).toMatch(/theFirst.*misuse\.test\.ts/)
      expect((second as Error).stack).toMatch(/theSecond.*misuse\.test\.ts/)
    }
  })

  it("leads each of two callers there that fail with one error together", () => {
    const shared = ValidationFailed.at("to", "must be there")
    const theFirst = () => callSite(anything(undefined))(shared)
    const theSecond = () => callSite(anything(undefined))(shared)
    const [first, second] = [theFirst(), theSecond()] as ReadonlyArray<ValidationFailed>
    expect(first?.stack).toContain("theFirst")
    expect(first?.stack).not.toContain("theSecond")
    expect(second?.stack).toContain("theSecond")
    expect(second?.stack).not.toContain("theFirst")
    expect(second).toBeInstanceOf(ValidationFailed)
    expect(isNativeError(second)).toBe(true)
    expect(second).toMatchObject({
      _tag: "ValidationFailed",
      code: "Validation failed",
      details: { to: ["must be there"] },
      message: shared.message
    })
  })
})

describe("the Effect that is installed", () => {
  it.each(["4.1.0", "4.1.10", "4.30.0"])("may be %s", (version) => {
    expect(effectProblem(version)).toBeUndefined()
  })

  it.each(["2.4.0", "3.22.4", "4.0.0", "4.0.9", "5.0.0", "5.1.0", "4.0.0-beta.3", "unknown"])(
    "is refused with what to install: %s",
    (version) => {
      expect(effectProblem(version)).toEqual(new EffectNotUsable({ found: version }))
      expect(effectProblem(version)?.message).toBe(
        `Telemark needs Effect 4, version 4.1.0 or newer, and found ${version}. Install it: npm install effect@^4.1.0`
      )
    }
  )

  it("is found by its version", () => {
    expect(effectProblem()).toBeUndefined()
  })

  it("is found by what its effects hold where it doesn't tell its version", () => {
    const earlier = { [Symbol.for("effect/Effect")]: { _V: "3.22.4" } }
    expect(versionOf({ Effect: { void: earlier } })).toBe("3.22.4")
    expect(versionOf({ Effect: { void: {} } })).toBe("unknown")
  })
})
