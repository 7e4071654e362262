// Faults that only types show.
declare const anything: ReturnType<typeof JSON.parse>
declare const numbers: Array<number>
declare const promise: Promise<number>
declare function later(): Promise<void>
declare function each(call: () => void): void
declare function takes(text: string): void
declare function nothing(): void
/** @deprecated Use another. */
declare function former(): void
enum Color {
  red,
  green
}
enum Size {
  small = 10
}
class Box {
  grow() {
    return this
  }
}

export const awaited = async () => {
  await 1 // finds: typescript/await-thenable
}
delete numbers[0] // finds: typescript/no-array-delete
export const said = String({}) // finds: typescript/no-base-to-string
former() // finds: typescript/no-deprecated
export type Twice = string | string // finds: typescript/no-duplicate-type-constituents
later() // finds: typescript/no-floating-promises
for (const index in numbers) takes(index) // finds: typescript/no-for-in-array
setTimeout("later()", 1) // finds: typescript/no-implied-eval
void nothing() // finds: typescript/no-meaningless-void-operator
each(() => promise) // finds: typescript/no-misused-promises
export const spread = { ...numbers } // finds: typescript/no-misused-spread
enum Mixed {
  one = 1,
  two = "two" // finds: typescript/no-mixed-enums
}
export type Wide = unknown | Mixed // finds: typescript/no-redundant-type-constituents
export const isTrue = (flag: boolean) => flag === true // finds: typescript/no-unnecessary-boolean-literal-compare
export const always = (text: string) => (text === undefined ? 1 : 2) // finds: typescript/no-unnecessary-condition
export const plain = `${"plain"}` // finds: typescript/no-unnecessary-template-expression
export type Errors = Map<string, number>
declare class Defaulted<T = string> {
  value: T
}
export const defaulted = new Defaulted<string>() // finds: typescript/no-unnecessary-type-arguments
export const asserted = (text: string) => text as string // finds: typescript/no-unnecessary-type-assertion
export const converted = (text: string) => String(text) // finds: typescript/no-unnecessary-type-conversion
takes(anything) // finds: typescript/no-unsafe-argument
export const assigned = anything // finds: typescript/no-unsafe-assignment
anything() // finds: typescript/no-unsafe-call
export const color: Color = 1 // finds: typescript/no-unsafe-enum-assignment
export const isRed = (color: Color) => color === 0 // finds: typescript/no-unsafe-enum-comparison
takes(String(anything.name)) // finds: typescript/no-unsafe-member-access
export const returned = (): number => anything // finds: typescript/no-unsafe-return
export const negative = (text: string) => -text // finds: typescript/no-unsafe-unary-minus
export const defaults = ({ text = "" }: { text: string }) => text // finds: typescript/no-useless-default-assignment
export const rejected = () => Promise.reject("text") // finds: typescript/prefer-promise-reject-errors
export const reduced = numbers.reduce((all, one) => [...all, one], [] as Array<number>) // finds: typescript/prefer-reduce-type-parameter
export class Chain extends Box {
  next = (): Chain => this // finds: typescript/prefer-return-this-type
}
export declare class Pair {
  get value(): number // finds: typescript/related-getter-setter-pairs
  set value(text: string)
}
export type Left = Omit<{ name: string }, "name"> // finds: typescript/no-generated-empty-object-type
export const idle = async () => 1 // finds: typescript/require-await
export const added = (text: string) => text + 1 // finds: typescript/restrict-plus-operands
export const shown = (of: object) => `${of}` // finds: typescript/no-base-to-string, typescript/restrict-template-expressions
export const settled = async () => {
  try {
    return later() // finds: typescript/return-await
  } catch {
    return later()
  }
}
promise.catch((error: Error) => error) // finds: typescript/use-unknown-in-catch-callback-variable
export const size = Size.small
