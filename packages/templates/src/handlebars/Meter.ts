import type { RenderBudget } from "@telemark/core"
import Handlebars from "handlebars"
import { maxIterations, maxListDepth, maxOutput, maxWork, RenderRefused } from "./templateLimits.js"

/** Extra steps for escaping a text. */
const escapeWork = 3

const { escapeExpression } = Handlebars.Utils

/**
 * Counts the work of a rendering and refuses to exceed the limits. Deterministic for a template and
 * its data.
 */
class Meter {
  private isRunning = false
  private iterations = 0
  private work = 0
  private output = 0
  /** The available share of the limits: 1 unless several renderings share them. */
  private part = 1

  /** Runs a rendering within fresh limits, or within what is left of a shared budget. */
  run<A>(render: () => A, budget?: RenderBudget): A {
    // Renderings can nest: converting a caller's object to text may run the caller's code.
    const { isRunning, iterations, output, part, work } = this
    this.iterations = this.work = this.output = 0
    this.isRunning = true
    this.part = budget === undefined ? 1 : Math.min(1, budget.left)
    try {
      return render()
    } finally {
      if (budget !== undefined) budget.left = Math.max(0, budget.left - this.taken())
      this.isRunning = isRunning
      this.iterations = iterations
      this.work = work
      this.output = output
      this.part = part
    }
  }

  /** The used share of the most used limit. 1 is all of it. */
  private taken(): number {
    return Math.max(this.iterations / maxIterations, this.work / maxWork, this.output / maxOutput)
  }

  private refuse(reason: string): never {
    throw new RenderRefused(
      this.part < 1
        ? "exceeds the limit of all templates of one batch together; send it in a separate batch"
        : reason
    )
  }

  /** Runs a part within the current rendering, or as a separate one. */
  join<A>(render: () => A): A {
    return this.isRunning ? render() : this.run(render)
  }

  /** Called before each block body with its steps and its characters of text. */
  spend(work: number, characters: number): void {
    this.work += work
    if (this.work > maxWork * this.part)
      this.refuse("takes too many steps to render; use shorter lists or fewer tags inside them")
    this.output += characters
    if (this.output > maxOutput * this.part)
      this.refuse("makes more than 2 MiB of output; use shorter lists and texts")
  }

  iterate(items: number): void {
    this.iterations += items
    if (this.iterations > maxIterations * this.part)
      this.refuse("loops over more than 100,000 list items; use shorter lists")
    this.spend(items, 0)
  }

  printed(value: unknown): string {
    if (typeof value !== "string") return this.textOf(value, 0)
    this.spend(0, value.length)
    return value
  }

  escaped(value: unknown): string {
    const text = this.printed(value)
    const escaped = escapeExpression(text)
    if (escaped.length !== text.length) this.spend(escapeWork, escaped.length - text.length)
    return escaped
  }

  private textOf(value: unknown, depth: number): string {
    if (value === null || value === undefined) return ""
    if (Array.isArray(value)) return this.joined(value, depth)
    const text = typeof value === "object" ? objectText(value) : scalarText(value)
    this.spend(0, text.length)
    return text
  }

  /** Joins a list with commas like JavaScript. Checks the limits before it creates text. */
  private joined(list: ReadonlyArray<unknown>, depth: number): string {
    if (depth >= maxListDepth)
      throw new RenderRefused("prints a list of lists that is too deep; loop over it with each")
    this.spend(1 + 3 * list.length, Math.max(0, list.length - 1))
    const texts: Array<string> = []
    for (const item of list)
      texts.push(typeof item === "string" ? this.printed(item) : this.textOf(item, depth + 1))
    return texts.join(",")
  }
}

const scalarText = (value: unknown): string => {
  switch (typeof value) {
    case "number":
    case "bigint":
    case "boolean":
      return value.toString()
    default:
      return ""
  }
}

/**
 * Dates and similar objects, which only in-process callers can pass, give their own text. Plain
 * objects give JavaScript's.
 */
const objectText = (value: object): string => {
  const prototype: unknown = Object.getPrototypeOf(value)
  const hasOwnText =
    prototype !== null && prototype !== Object.prototype && !Object.hasOwn(value, "toString")
  // oxlint-disable-next-line typescript/no-base-to-string -- the class says what its text is
  return hasOwnText ? String(value) : "[object Object]"
}

/** The meter of all templates in this process: renderings don't run concurrently. */
export const meter = new Meter()
