import { type Brand, CompilerBusy, CreateTemplate } from "@telemark/contract"
import {
  mergeUses,
  neutralBrand,
  pathsOf,
  type Previewed,
  StarterCatalog,
  TemplateEngine
} from "@telemark/core"
import { Deferred, Effect, Fiber, Layer, Result, Schema } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { findStarter, layerStarterCatalog, startersIn } from "../src/starters/starterCatalog.js"
import { compilerWith } from "./support.js"

const strong: Brand = {
  name: "Nimbus & Sons Inc.",
  logo_url: "https://cdn.nimbus.example/logo.png?size=2&v=1",
  primary_color: "#2a0b45",
  background_color: "#5b1a8b",
  text_color: "#222",
  font_family: "Georgia, serif",
  website_url: "https://nimbus.example/",
  support_email: "help@nimbus.example",
  postal_address: "Nimbus & Sons Inc.\n12 Example Street\nLisbon"
}

const hostileText = "\"><script>alert('1')</script> & </mj-text> {x} \\"

const hostile: Brand = {
  ...strong,
  name: hostileText,
  postal_address: `${hostileText}\n<!-- -->`,
  logo_url: "https://cdn.example/a?b=1&amp;c={d}",
  website_url: "https://example.com/?a=1&lt;=2{",
  support_email: `"o'neil & <{co}>?a"@example.com`
}

const brands = { neutral: neutralBrand, strong, hostile }

const slugs = startersIn(neutralBrand).map(({ starter }) => starter.slug)

const compose = (brand: Brand) => {
  const compiler = compilerWith()
  return Effect.runPromise(
    Effect.forEach(
      startersIn(brand),
      ({ sample, starter }) => {
        const { mjml_source, subject_template, variables } = starter
        const preview = (data: Readonly<Record<string, unknown>>) =>
          compiler.preview("tenant", { subject_template, mjml_source }, { ...variables, ...data })
        return Effect.all({
          starter: Effect.succeed(starter),
          sample: Effect.succeed(sample),
          full: preview(sample),
          bare: preview({})
        })
      },
      { concurrency: 2 }
    )
  )
}

const composed = new Map<Brand, ReturnType<typeof compose>>()

/** Every starter of a brand, made a mail with sample data and with its defaults alone. */
const mailsOf = (brand: Brand) => {
  const mails = composed.get(brand) ?? compose(brand)
  composed.set(brand, mails)
  return mails
}

/** What has no place in a text: tags, merge tags, and traces of values that weren't there. */
const junk =
  /<\/?[a-z]|\{\{|\}\}|undefined|\[object|&[a-z]+;|&#|[ \t]{2}| [.,;:!?]|\( *\)|^[:·]|[ \t]$|\n{3}/im

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = (color.slice(1).match(/../g) ?? []).map((digits) => {
    const share = Number.parseInt(digits, 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number =>
  (Math.max(luminance(one), luminance(other)) + 0.05) /
  (Math.min(luminance(one), luminance(other)) + 0.05)

describe("the starters", () => {
  it("are at least twelve, over what transactional mail is for", () => {
    expect(new Set(slugs).size).toBe(slugs.length)
    expect(slugs).toEqual(
      expect.arrayContaining([
        "welcome",
        "verify-email",
        "password-reset",
        "password-changed",
        "magic-link",
        "one-time-code",
        "receipt",
        "order-confirmation",
        "shipping-update",
        "team-invitation",
        "security-alert",
        "subscription-started",
        "subscription-renewal",
        "payment-failed",
        "trial-ending"
      ])
    )
  })

  it.each(Object.entries(brands))(
    "can be saved unchanged without a warning, every variable declared: %s brand",
    async (_, brand) => {
      for (const {
        full: { compiled },
        sample,
        starter
      } of await mailsOf(brand)) {
        expect({
          slug: starter.slug,
          problems: compiled.problems,
          warnings: compiled.warnings
        }).toEqual({ slug: starter.slug, problems: [], warnings: [] })
        const { mjml_source, name, slug, subject_template, variables } = starter
        expect(
          Schema.is(CreateTemplate)({ id: slug, name, subject_template, mjml_source, variables })
        ).toBe(true)
        expect(pathsOf(mergeUses(compiled.uses.subject, compiled.uses.html))).toEqual(
          Object.keys(starter.variables).sort()
        )
        expect(Object.keys(sample).sort()).toEqual(Object.keys(starter.variables).sort())
      }
    }
  )

  it.each(Object.entries({ neutral: neutralBrand, strong }))(
    "make subjects and texts that read well with all data and with none: %s brand",
    async (_, brand) => {
      for (const { bare, full, starter } of await mailsOf(brand)) {
        for (const { parts } of [full, bare]) {
          expect.soft(parts.text, starter.slug).not.toMatch(junk)
          expect.soft(parts.subject.trimEnd(), starter.slug).toMatch(/^\S.{8,100}$/)
          expect.soft(parts.subject.trimEnd(), starter.slug).not.toMatch(junk)
          expect.soft(parts.text.length, starter.slug).toBeGreaterThan(100)
          expect.soft(parts.text, starter.slug).not.toMatch(/\.\./)
        }
        expect.soft(full.parts.text, starter.slug).toMatch(/^Hi Ada,$/m)
        expect.soft(bare.parts.text, starter.slug).toMatch(/^Hello,$/m)
      }
    }
  )

  it("write each link once into the text, and leave out what inboxes show beside the subject", async () => {
    for (const { full, sample, starter } of await mailsOf(strong)) {
      const url = sample["action_url"]
      if (typeof url === "string")
        expect.soft(full.parts.text.split(url).length - 1, starter.slug).toBe(1)
      const heading =
        /<h1[^>]*>([^<]+)/.exec(full.parts.html)?.[1]?.replaceAll("&amp;", "&") ?? "no heading"
      // Behind the logo's alternative text.
      expect
        .soft(full.parts.text.split("\n").slice(0, 3), starter.slug)
        .toEqual(["Nimbus & Sons Inc.", "", heading])
    }
  })

  it("have buttons that lead somewhere, unless the mail is pointless without its link", async () => {
    const needLinks = (await mailsOf(neutralBrand)).filter(({ bare }) =>
      /<a\s+href=""/.test(bare.parts.html)
    )
    expect(needLinks.map(({ starter }) => starter.slug)).toEqual([
      "verify-email",
      "password-reset",
      "magic-link",
      "team-invitation"
    ])
  })

  it("show a brand's texts unchanged, whatever they contain", async () => {
    for (const { full, starter } of await mailsOf(hostile)) {
      expect.soft(full.parts.html, starter.slug).not.toMatch(/<script|<\/mj-|&amp;quot;|&amp;#/)
      expect.soft(full.parts.text, starter.slug).toContain(hostileText)
      expect
        .soft(full.parts.html, starter.slug)
        .toContain('src="https://cdn.example/a?b=1&amp;amp;c=&#123;d&#125;"')
      expect
        .soft(full.parts.html.replaceAll("&#39;", "'"), starter.slug)
        .toContain(`href="mailto:%22o'neil%20%26%20%3C%7Bco%7D%3E%3Fa%22@example.com"`)
      expect.soft(full.parts.text, starter.slug).toContain(hostile.support_email)
    }
  })

  it("have no images but the brand's logo, which says the brand's name", async () => {
    const imagesOf = (preview: Previewed) =>
      preview.parts.html.match(/<img[^>]*>|url\(|background="/g) ?? []
    for (const { full, starter } of await mailsOf(neutralBrand))
      expect(imagesOf(full), starter.slug).toEqual([])
    for (const { full, starter } of await mailsOf(strong)) {
      const [logo, ...others] = imagesOf(full)
      expect(others, starter.slug).toEqual([])
      expect(logo, starter.slug).toMatch(
        /alt="Nimbus &amp; Sons Inc\."[^>]* src="https:\/\/cdn\.nimbus\.example\/logo\.png\?size=2&amp;v=1"/
      )
    }
  })

  it("can be read in every brand's colours, by day and in dark mode", () => {
    const ofDigits = (count: number) =>
      fc
        .integer({ min: 0, max: 16 ** count - 1 })
        .map((color) => `#${color.toString(16).padStart(count, "0")}`)
    const color = fc.oneof(ofDigits(3), ofDigits(6))
    const capture = (source: string, pattern: RegExp): string => pattern.exec(source)?.[1] ?? ""
    fc.assert(
      fc.property(color, color, color, (primary_color, background_color, text_color) => {
        const source =
          findStarter("password-reset", { ...strong, primary_color, background_color, text_color })
            ?.mjml_source ?? ""
        const of = (pattern: RegExp) => capture(source, pattern)
        const card = of(/css-class="card" background-color="([^"]+)"/)
        const page = of(/<mj-body width="600px" background-color="([^"]+)"/)
        const darkCard = of(/\.card, \.card > table \{ background: (\S+)/)
        const pairs = [
          [
            of(/<mj-button [^>]*background-color="([^"]+)"/),
            of(/<mj-button [^>]* color="([^"]+)"/)
          ],
          [of(/\.button td, \.button a \{ background: (\S+)/), of(/\.button td.* color: (\S+)/)],
          [card, of(/<mj-text [^>]* color="([^"]+)"/)],
          [card, of(/name="note" [^>]* color="([^"]+)"/)],
          [card, of(/class="link" [^>]*style="color:([^;]+)/)],
          [page, of(/name="footer" [^>]* color="([^"]+)"/)],
          [darkCard, of(/\.link \{ color: (\S+)/)],
          [darkCard, of(/\.text > div, .* color: (\S+)/)]
        ] as const
        for (const [background, text] of pairs)
          expect(contrast(background, text)).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 300 }
    )
  })
})

describe("the catalog of starters", () => {
  interface Settings {
    readonly preview: TemplateEngine["Service"]["preview"]
  }

  const withCatalog = <A, E>(
    { preview }: Settings,
    use: (catalog: StarterCatalog["Service"]) => Effect.Effect<A, E>
  ) => {
    const engine = Layer.succeed(TemplateEngine, {
      preview,
      compile: () => Effect.die("unused"),
      render: () => Effect.die("unused")
    })
    return Effect.runPromise(
      Effect.provide(
        Effect.flatMap(StarterCatalog, use),
        Layer.provide(layerStarterCatalog, engine)
      )
    )
  }

  const counted = (inner: TemplateEngine["Service"]["preview"]) => {
    let calls = 0
    let running = 0
    let max = 0
    const tenants = new Set<string>()
    const preview: TemplateEngine["Service"]["preview"] = (tenantId, source, data) =>
      Effect.suspend(() => {
        calls++
        tenants.add(tenantId)
        max = Math.max(max, ++running)
        return Effect.ensuring(
          inner(tenantId, source, data),
          Effect.sync(() => running--)
        )
      })
    return { preview, calls: () => calls, max: () => max, tenants: () => [...tenants] }
  }

  it("lists every starter with a picture in the brand, made once for each brand and two at a time", async () => {
    const engine = counted(compilerWith().preview)
    const [first, second, other] = await withCatalog(engine, (catalog) =>
      Effect.all([
        Effect.all([catalog.list("one", neutralBrand), catalog.list("two", { ...neutralBrand })], {
          concurrency: 2
        }),
        catalog.list("one", strong),
        catalog.list("one", neutralBrand)
      ]).pipe(Effect.map(([[one], strongly, again]) => [one, again, strongly] as const))
    )
    expect(first.map(({ slug }) => slug)).toEqual(slugs)
    expect(second).toBe(first)
    expect(engine.calls()).toBe(2 * slugs.length)
    expect(engine.max()).toBe(2)
    // What all share stands in no tenant's line.
    expect(engine.tenants()).toEqual(["", "one"])
    for (const { thumbnail_html } of first)
      expect(thumbnail_html).toMatch(/^<!doctype html>[^]*Your company/)
    for (const { thumbnail_html } of other) expect(thumbnail_html).toContain("Nimbus &amp; Sons")
    for (const { thumbnail_html } of [...first, ...other])
      expect(thumbnail_html).not.toContain("{{")
  })

  const empty: Previewed = {
    compiled: {
      html: "",
      mjml_source: "",
      uses: { subject: {}, html: {}, text: {} },
      warnings: [],
      problems: []
    },
    parts: { subject: "", html: "", text: "" }
  }

  const stopped: Previewed = {
    ...empty,
    compiled: {
      ...empty.compiled,
      problems: [
        {
          path: "mjml_source",
          reason: "takes longer than 5 s to compile; make it smaller or simpler"
        }
      ]
    }
  }

  it.each([
    ["the compilers were busy", Effect.fail(new CompilerBusy())],
    ["a preview was stopped, and is busy meanwhile", Effect.succeed(stopped)]
  ])("asks again after %s", async (_, outcome: Effect.Effect<Previewed, CompilerBusy>) => {
    let isOver = false
    const preview = () => (isOver ? Effect.succeed(empty) : outcome)
    const [first, listed] = await withCatalog({ preview }, (catalog) =>
      Effect.gen(function* () {
        const first = yield* Effect.result(catalog.list("tenant", neutralBrand))
        isOver = true
        return [first, yield* catalog.list("tenant", neutralBrand)] as const
      })
    )
    expect(Result.isFailure(first) && first.failure).toBeInstanceOf(CompilerBusy)
    expect(listed).toHaveLength(slugs.length)
  })

  it("continues for the others when the first caller gives up", async () => {
    const listed = await Effect.runPromise(
      Effect.flatMap(Deferred.make<void>(), (gate) =>
        Effect.promise(() =>
          withCatalog({ preview: () => Effect.as(Deferred.await(gate), empty) }, (catalog) =>
            Effect.gen(function* () {
              const first = yield* Effect.forkChild(catalog.list("tenant", neutralBrand))
              yield* Effect.yieldNow
              const second = yield* Effect.forkChild(catalog.list("tenant", neutralBrand))
              yield* Effect.yieldNow
              yield* Fiber.interrupt(first)
              yield* Deferred.succeed(gate, undefined)
              return yield* Fiber.join(second)
            })
          )
        )
      )
    )
    expect(listed).toHaveLength(slugs.length)
  })

  it("keeps the pictures of the last fifty brands", async () => {
    const engine = counted(() => Effect.succeed(empty))
    await withCatalog(engine, (catalog) =>
      Effect.andThen(
        Effect.forEach(
          Array.from({ length: 51 }, (_, index) => `Brand ${String(index)}`),
          (name) => catalog.list("tenant", { ...neutralBrand, name })
        ),
        Effect.all([
          catalog.list("tenant", { ...neutralBrand, name: "Brand 50" }),
          catalog.list("tenant", { ...neutralBrand, name: "Brand 0" })
        ])
      )
    )
    expect(engine.calls()).toBe(52 * slugs.length)
  })

  it("finds a starter by its slug, with the brand's website where a link may go by default", async () => {
    const [found, missing] = await withCatalog({ preview: () => Effect.die("unused") }, (catalog) =>
      Effect.succeed([
        catalog.find("welcome", strong),
        catalog.find("constructor", strong)
      ] as const)
    )
    expect(found).toMatchObject({
      slug: "welcome",
      subject_template: "Welcome to Nimbus & Sons Inc.",
      variables: { name: "", steps: "", action_url: "https://nimbus.example/" }
    })
    expect(found?.mjml_source).not.toMatch(/<mj-include|http:/)
    expect(missing).toBeUndefined()
  })
})
