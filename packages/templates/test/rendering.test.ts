import { expect, it } from "@effect/vitest"
import { CompilerBusy } from "@telemark/contract"
import {
  makeRenderShares,
  type RenderBudget,
  type TemplateContent,
  type TemplateVariant
} from "@telemark/core"
import { Deferred, Effect, Exit, Fiber } from "effect"
import type { TemplateParts } from "../src/compiler/Job.js"
import { loadTemplate, precompileTemplate } from "../src/handlebars/templateCode.js"
import { renderMail } from "../src/rendering/PreparedMail.js"
import { makeRender } from "../src/rendering/render.js"

const noUses = { subject: {}, html: {}, text: {} }
const variant = (parts: Partial<TemplateVariant>): TemplateVariant => ({
  subject_template: null,
  mjml_source: null,
  design_json: null,
  html: null,
  text_body: null,
  uses: noUses,
  ...parts
})
const content: TemplateContent = {
  ...variant({}),
  name: "Welcome",
  subject_template: "Hello {{name}}",
  html: "<p>{{name}}{{order.sum}}</p>",
  variables: { "order.sum": "0" },
  locales: {
    de: variant({
      subject_template: "Hallo {{name}}",
      html: "<p>Guten Tag {{name}}</p>",
      text_body: "Guten Tag {{name}}"
    }),
    "de-AT": variant({ subject_template: "Servus {{name}}" })
  }
}

const prepareNow = ({ html, subject, text }: TemplateParts) =>
  Effect.succeed({
    subject: precompileTemplate(subject, { escape: false }),
    html: precompileTemplate(html, { escape: true }),
    text: text === null ? null : precompileTemplate(text, { escape: false })
  })

/** A render that counts what it asks for. */
const counting = (
  maxRemembered?: number,
  before: Effect.Effect<void, CompilerBusy> = Effect.void
) => {
  const counts = { loads: 0, preparations: 0 }
  const render = makeRender((_tenantId, parts) => {
    counts.preparations += 1
    return Effect.andThen(before, prepareNow(parts))
  }, maxRemembered)
  const load = Effect.sync(() => {
    counts.loads += 1
    return content
  })
  return { counts, load, render }
}

const request = (
  locale?: string,
  data: Record<string, unknown> = { name: "<Ada>" },
  key = "k"
) => ({ tenantId: "t", key, locale, data })
const english = {
  _tag: "Rendered",
  parts: { subject: "Hello <Ada>", html: "<p>&lt;Ada&gt;0</p>", text: null },
  lacking: []
}

it.effect("renders with the defaults of what the data lacks, and escapes in html alone", () =>
  Effect.gen(function* () {
    const { load, render } = counting()
    expect(yield* render(request(), load)).toEqual(english)
    expect(yield* render(request(undefined, { name: "B", order: { sum: 7 } }), load)).toMatchObject(
      { parts: { html: "<p>B7</p>" } }
    )
  })
)

it.effect(
  "leaves a placeholder for the addresses that the service fills, unless the data gives them",
  () =>
    Effect.gen(function* () {
      const link = { unsubscribe_url: { printed: true } } as const
      const used: TemplateContent = {
        ...content,
        html: '<a href="{{unsubscribe_url}}">{{name}}</a>',
        text_body: "{{preferences_url}}",
        variables: { unsubscribe_url: "" },
        locales: {},
        uses: { subject: {}, html: link, text: { preferences_url: { printed: true } } }
      }
      const { render } = counting()
      expect(yield* render(request(), Effect.succeed(used))).toMatchObject({
        parts: {
          html: '<a href="{{unsubscribe_url}}">&lt;Ada&gt;</a>',
          text: "{{preferences_url}}"
        },
        lacking: []
      })
      expect(
        yield* render(
          request(undefined, { name: "B", unsubscribe_url: "https://shop.example/u?a=1&b=2" }),
          Effect.succeed(used)
        )
      ).toMatchObject({
        parts: { html: '<a href="https://shop.example/u?a&#x3D;1&amp;b&#x3D;2">B</a>' }
      })
    })
)

it.effect("takes each part from the nearest locale that has it", () =>
  Effect.gen(function* () {
    const { load, render } = counting()
    expect(yield* render(request("de-at"), load)).toEqual({
      _tag: "Rendered",
      parts: {
        subject: "Servus <Ada>",
        html: "<p>Guten Tag &lt;Ada&gt;</p>",
        text: "Guten Tag <Ada>"
      },
      lacking: []
    })
    expect(yield* render(request("fr"), load)).toEqual(english)
  })
)

it.effect("loads and prepares once, however many locales are requested", () =>
  Effect.gen(function* () {
    const { counts, load, render } = counting()
    for (const locale of [undefined, "en", "fr-CA", "pt", "xx-1234", "en", "de", "de-CH", "de-LI"])
      yield* render(request(locale), load)
    expect(counts).toEqual({ loads: 1, preparations: 2 })
  })
)

it.effect("loads and prepares once for renderings at once", () =>
  Effect.gen(function* () {
    const gate = yield* Deferred.make<void>()
    const { counts, load, render } = counting(undefined, Deferred.await(gate))
    const slowLoad = Effect.andThen(Effect.yieldNow, load)
    const all = yield* Effect.forkChild(
      Effect.all(
        Array.from({ length: 50 }, () => render(request(), slowLoad)),
        { concurrency: "unbounded" }
      )
    )
    yield* Effect.repeat(Effect.yieldNow, { until: () => counts.preparations > 0 })
    yield* Deferred.succeed(gate, undefined)
    for (const outcome of yield* Fiber.join(all)) expect(outcome).toEqual(english)
    expect(counts).toEqual({ loads: 1, preparations: 1 })
  })
)

it.effect("doesn't remember that loading or preparing failed", () =>
  Effect.gen(function* () {
    let busy = true
    const { load, render } = counting(
      undefined,
      Effect.suspend(() => (busy ? new CompilerBusy() : Effect.void))
    )
    expect(yield* Effect.exit(render(request(), Effect.fail("down")))).toEqual(Exit.fail("down"))
    expect(yield* Effect.flip(render(request(), load))).toBeInstanceOf(CompilerBusy)
    busy = false
    expect(yield* render(request(), load)).toEqual(english)
  })
)

it.effect("lets renderings at once each try for itself when the first failed to load", () =>
  Effect.gen(function* () {
    const { load, render } = counting()
    const gate = yield* Deferred.make<void>()
    const first = yield* Effect.forkChild(
      render(request(), Effect.andThen(Deferred.await(gate), Effect.fail("down")))
    )
    yield* Effect.yieldNow
    const second = yield* Effect.forkChild(render(request(), load))
    yield* Effect.yieldNow
    yield* Deferred.succeed(gate, undefined)
    expect(yield* Fiber.await(first)).toEqual(Exit.fail("down"))
    expect(yield* Fiber.join(second)).toEqual(english)
  })
)

it.effect("lets renderings at once fail together when the first could not be prepared", () =>
  Effect.gen(function* () {
    const gate = yield* Deferred.make<void>()
    const { counts, load, render } = counting(
      undefined,
      Effect.andThen(Deferred.await(gate), new CompilerBusy({ reason: "time" }))
    )
    const all = yield* Effect.forkChild(
      Effect.all(
        Array.from({ length: 20 }, () => Effect.flip(render(request(), load))),
        { concurrency: "unbounded" }
      )
    )
    yield* Effect.repeat(Effect.yieldNow, { until: () => counts.preparations > 0 })
    yield* Deferred.succeed(gate, undefined)
    expect(
      new Set(
        (yield* Fiber.join(all)).map((failure) => failure instanceof CompilerBusy && failure.reason)
      )
    ).toEqual(new Set(["time"]))
    expect(counts).toEqual({ loads: 1, preparations: 1 })
  })
)

it.effect("prepares once more for the others when the first is interrupted at that", () =>
  Effect.gen(function* () {
    const gate = yield* Deferred.make<void>()
    const { counts, load, render } = counting(undefined, Deferred.await(gate))
    const first = yield* Effect.forkChild(render(request(), load))
    yield* Effect.repeat(Effect.yieldNow, { until: () => counts.preparations > 0 })
    const others = yield* Effect.forkChild(
      Effect.all([render(request(), load), render(request(), load)], { concurrency: "unbounded" })
    )
    yield* Effect.yieldNow
    yield* Fiber.interrupt(first)
    yield* Deferred.succeed(gate, undefined)
    expect(yield* Fiber.join(others)).toEqual([english, english])
    expect(counts).toEqual({ loads: 1, preparations: 2 })
  })
)

it.effect("continues for the others when the first is interrupted", () =>
  Effect.gen(function* () {
    const { counts, load, render } = counting()
    const first = yield* Effect.forkChild(render(request(), Effect.never))
    yield* Effect.yieldNow
    const others = yield* Effect.forkChild(
      Effect.all([render(request(), load), render(request(), load)], { concurrency: "unbounded" })
    )
    yield* Effect.yieldNow
    yield* Fiber.interrupt(first)
    expect(yield* Fiber.join(others)).toEqual([english, english])
    expect(counts).toEqual({ loads: 1, preparations: 1 })
  })
)

it.effect("forgets what wasn't used for longest when there is too much", () =>
  Effect.gen(function* () {
    const { counts, load, render } = counting(5_000)
    for (const key of ["a", "a", "b", "b"]) yield* render(request("en", {}, key), load)
    expect(counts.loads).toBe(2)
    for (let other = 0; other < 20; other++)
      yield* render(request("en", {}, `other ${other}`), load)
    yield* render(request("en", {}, "a"), load)
    expect(counts.loads).toBe(23)
  })
)

it.effect("renders what is too long to remember", () =>
  Effect.gen(function* () {
    const { counts, load, render } = counting(1)
    for (const _round of [1, 2]) expect(yield* render(request(), load)).toEqual(english)
    expect(counts).toEqual({ loads: 2, preparations: 2 })
  })
)

it.effect("counts the defaults of variables among what is remembered", () =>
  Effect.gen(function* () {
    const { counts, load, render } = counting(5_000)
    const loadLong = Effect.map(load, (loaded) => ({
      ...loaded,
      variables: { note: "x".repeat(5_000) }
    }))
    for (const _round of [1, 2]) yield* render(request(), loadLong)
    expect(counts.loads).toBe(2)
  })
)

it.effect("says which part can't be rendered with the data, without its values", () =>
  Effect.gen(function* () {
    const { load, render } = counting()
    const outcome = yield* render(request(undefined, { name: "secret".repeat(400_000) }), load)
    expect(outcome).toEqual({
      _tag: "Refused",
      problems: [
        {
          path: "data",
          reason:
            "the template's subject makes more than 2 MiB of output; use shorter lists and texts"
        }
      ]
    })
  })
)

it("gives all parts of a mail one budget, and the next mail its own", () => {
  const part = (items: number) =>
    loadTemplate(precompileTemplate("{{#each a}}.{{/each}}", { escape: true }))({
      a: Array.from({ length: items }, () => 1)
    })
  const mail = (subject: number, html: number, text: number) =>
    renderMail(
      { subject: () => part(subject), html: () => part(html), text: () => part(text) },
      {},
      []
    )
  expect(mail(40_000, 40_000, 20_000)._tag).toBe("Rendered")
  expect(mail(40_000, 40_000, 20_001)).toMatchObject({
    _tag: "Refused",
    problems: [{ reason: expect.stringContaining("the template's text loops over") as string }]
  })
  expect(mail(1, 1, 1)._tag).toBe("Rendered")
})

const items = (count: number) => ({ a: Array.from({ length: count }, () => 1) })
const listMail = {
  subject: () => "",
  html: loadTemplate(precompileTemplate("{{#each a}}.{{/each}}", { escape: true })),
  text: null
}

it("takes a mail's cost from the shared budget, and refuses what exceeds it", () => {
  const shared: RenderBudget = { left: 2 }
  expect(renderMail(listMail, items(100_000), [], shared)._tag).toBe("Rendered")
  expect(shared.left).toBeCloseTo(1)
  expect(renderMail(listMail, items(70_000), [], shared)._tag).toBe("Rendered")
  expect(shared.left).toBeCloseTo(0.3)
  expect(renderMail(listMail, items(31_000), [], shared)).toEqual({
    _tag: "Refused",
    problems: [
      {
        path: "data",
        reason:
          "the template's html exceeds the limit of all templates of one batch together; send it in a separate batch"
      }
    ]
  })
  expect(shared.left).toBe(0)
  expect(renderMail(listMail, items(1), [], shared)._tag).toBe("Refused")
  // A mail that shares nothing has a budget of its own.
  expect(renderMail(listMail, items(100_000), [])._tag).toBe("Rendered")
  expect(renderMail(listMail, items(100_001), [], { left: 5 })).toMatchObject({
    problems: [{ reason: expect.stringContaining("more than 100,000") as string }]
  })
})

it("charges a list, a text and steps alike: the one of which most is taken counts", () => {
  const budgetAfter = (html: string, data: object): number => {
    const shared: RenderBudget = { left: 1 }
    renderMail(
      { ...listMail, html: loadTemplate(precompileTemplate(html, { escape: true })) },
      data,
      [],
      shared
    )
    return shared.left
  }
  expect(budgetAfter("{{a}}", { a: "x".repeat(1024 * 1024) })).toBeCloseTo(0.5)
  expect(budgetAfter("{{#each a}}{{/each}}", items(25_000))).toBeCloseTo(0.75)
  // Members of objects are steps of their own: they take longer than items of lists.
  expect(
    budgetAfter("{{#each a}}{{/each}}", {
      a: Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${String(index)}`, 1]))
    })
  ).toBeLessThan(0.8)
})

it.effect("lets the event loop turn between renderings at once, in their order", () =>
  Effect.gen(function* () {
    let turns = 0
    const count = (): void => {
      turns++
      timer = setImmediate(count)
    }
    let timer = setImmediate(count)
    const render = makeRender(() =>
      prepareNow({
        subject: "",
        html: "{{#each a}}{{this}}{{#each ../b}}{{this}}{{/each}}{{/each}}",
        text: null
      })
    )
    const shares = makeRenderShares(20, 10)
    const data = {
      a: Array.from({ length: 250 }, () => "<"),
      b: Array.from({ length: 250 }, () => "<")
    }
    const outcomes = yield* Effect.forEach(
      Array.from({ length: 20 }, (_, index) => index),
      (index) =>
        Effect.ensuring(
          render(
            { ...request(undefined, data), share: shares.of(index) },
            Effect.succeed({ ...content, locales: {} })
          ),
          shares.finish(index)
        ),
      { concurrency: "unbounded" }
    )
    clearImmediate(timer)
    const rendered = outcomes.map(({ _tag }) => _tag === "Rendered")
    // The first ones, as many as there is budget for, and none after them.
    expect(rendered.indexOf(false)).toBeGreaterThan(9)
    expect(rendered.lastIndexOf(true)).toBeLessThan(rendered.indexOf(false))
    expect(turns).toBeGreaterThan(2)
  })
)
