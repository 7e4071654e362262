import { describe, expect, it } from "vitest"
import { mails, sendsOf } from "../e2e/mails.js"
import { help, measureNames, optionsOf } from "../e2e/options.js"

const variants = ["sqlite", "postgres", "bullmq"]

describe("the command line", () => {
  it("measures everything by default", () => {
    expect(optionsOf([], variants)).toMatchObject({
      variants,
      mails: Object.keys(mails),
      measures: measureNames,
      rates: [50, 300, 600],
      backlog: 20_000,
      queued: 30_000
    })
  })

  it("measures a feature that isn't on by default only if it is named", () => {
    expect(optionsOf([], [...variants, "sqlite-return-path"], variants)?.variants).toEqual(variants)
    expect(
      optionsOf(["--only=sqlite,sqlite-return-path"], [...variants, "sqlite-return-path"], variants)
        ?.variants
    ).toEqual(["sqlite", "sqlite-return-path"])
  })

  it("measures little with --quick, and what else is said with it", () => {
    expect(optionsOf(["--quick", "--rounds=2"], variants)).toMatchObject({
      variants: ["sqlite", "bullmq"],
      rounds: 2,
      messages: 200,
      rates: [50]
    })
  })

  it("takes names and numbers", () => {
    expect(
      optionsOf(["--only", "postgres,dkim,html,drain", "--rates=10,20", "--backlog=7"], variants)
    ).toMatchObject({
      variants: ["postgres"],
      mails: ["html", "dkim"],
      measures: ["throughput", "drain"],
      rates: [10, 20],
      backlog: 7
    })
  })

  it("measures all of a kind of which nothing is named", () => {
    expect(optionsOf(["--only=latency"], variants)).toMatchObject({
      variants,
      measures: ["latency"]
    })
    expect(optionsOf(["--only=sqlite"], variants)).toMatchObject({
      variants: ["sqlite"],
      mails: Object.keys(mails),
      measures: measureNames
    })
    expect(optionsOf(["--only=template"], variants)?.measures).toEqual(["throughput"])
  })

  it.each([
    ["--only=mysql", /--only takes throughput.*html.*sqlite, postgres, bullmq.*"mysql"/],
    ["--only=", /--only takes throughput/],
    ["--rounds=0", /--rounds takes a whole number/],
    ["--rates=50,fast", /--rates takes a whole number/],
    ["--fast", /--fast/]
  ])("refuses %s", (argument, message) => {
    expect(() => optionsOf([argument], variants)).toThrow(message)
  })

  it("explains itself", () => {
    expect(optionsOf(["--help"], variants)).toBeUndefined()
    expect(help(variants)).toContain("sqlite, postgres, bullmq")
  })
})

describe("mails", () => {
  it("has as many sends as make about so many messages, one at the least", () => {
    expect([
      sendsOf(mails.html, 4000),
      sendsOf(mails.recipients, 4000),
      sendsOf(mails.attachment, 4000),
      sendsOf(mails.recipients, 1)
    ]).toEqual([4000, 80, 200, 1])
  })
})
