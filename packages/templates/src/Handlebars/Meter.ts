import type { RenderBudget } from "@telemark/core"
import Handlebars from "handlebars"
import { maxIterations, maxListDepth, maxOutput, maxWork } from "./limits.js"
import { RenderRefused } from "./RenderRefused.js"

/** Steps that replacing characters takes, beside those of writing the text out. */
const escapeWork = 3

const { escapeExpression } = Handlebars.Utils

/** Counts what a rendering does, and refuses to go on beyond the limits. The same template and data always come as far. */
class Meter {
  private isRunning = false
  private iterations = 0
  private work = 0
  private output = 0
  /** How much of the limits there is; all of them unless several renderings share them. */
  private part = 1

  /** Runs what is rendered together under limits of its own, or with what is left of a budget that it shares with others. */
  run<A>(render: () => A, budget?: RenderBudget): A {
    // A rendering can begin inside another: text made of a caller's object may run the caller's code.
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

  /** What was taken of the limit of which most was taken, where 1 is all of it. */
  private taken(): number {
    return Math.max(this.iterations / maxIterations, this.work / maxWork, this.output / maxOutput)
  }

  private refuse(reason: string): never {
    throw new RenderRefused(this.part < 1 ? "goes beyond what the templates of one batch may take together; send it in a batch of its own" : reason)
  }

  /** Runs a part of what is rendered together, or by itself. */
  join<A>(render: () => A): A {
    return this.isRunning ? render() : this.run(render)
  }

  /** Before a block body: how many steps it takes and how many characters of text it has. */
  spend(work: number, characters: number): void {
    this.work += work
    if (this.work > maxWork * this.part) this.refuse("takes too many steps to render; use shorter lists or fewer tags inside them")
    this.output += characters
    if (this.output > maxOutput * this.part) this.refuse("makes more than 2 MiB of output; use shorter lists and texts")
  }

  /** Before a list is gone through. */
  iterate(items: number): void {
    this.iterations += items
    if (this.iterations > maxIterations * this.part) this.refuse("goes through more than 100,000 list items; use shorter lists")
    this.spend(items, 0)
  }

  /** The text that a value is written out as. */
  printed(value: unknown): string {
    if (typeof value !== "string") return this.textOf(value, 0)
    this.spend(0, value.length)
    return value
  }

  /** The text that a value is written out as, escaped for html. */
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

  /** A list is written as JavaScript does it, items between commas; a long one not even once more than there is room for. */
  private joined(list: ReadonlyArray<unknown>, depth: number): string {
    if (depth >= maxListDepth) throw new RenderRefused("writes out a list of lists that is too deep; go through it with each")
    this.spend(1 + 3 * list.length, Math.max(0, list.length - 1))
    const texts: Array<string> = []
    for (const item of list) texts.push(typeof item === "string" ? this.printed(item) : this.textOf(item, depth + 1))
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

/** Text of dates and the like, that only a caller in the process can give; of JSON what JavaScript says of objects. */
const objectText = (value: object): string => {
  const prototype: unknown = Object.getPrototypeOf(value)
  const hasOwnText = prototype !== null && prototype !== Object.prototype && !Object.hasOwn(value, "toString")
  // eslint-disable-next-line @typescript-eslint/no-base-to-string -- the class says what its text is
  return hasOwnText ? String(value) : "[object Object]"
}

/** What the code of every template in this process counts with: renderings don't overlap. */
export const meter = new Meter()
