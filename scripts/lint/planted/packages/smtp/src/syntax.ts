/// <reference path="types.ts" /> // finds: typescript/triple-slash-reference
// Faults that can be seen without types.
export const isNothing = (value: unknown) => value == null // finds: eqeqeq
export const rows = new Array(1, 2) // finds: no-array-constructor
export const wait = (ready: boolean) => {
  ready // finds: no-unused-expressions
}
const forgotten = 1 // finds: no-unused-vars
export class Empty {
  constructor() {} // finds: no-useless-constructor
}
export var old = 1 // finds: no-var
let once = 1 // finds: prefer-const
export const twice = once * 2
export function sum() {
  return arguments[0] as unknown // finds: prefer-rest-params
}
export const most = (of: ReadonlyArray<number>) => Math.max.apply(Math, of) // finds: prefer-spread
export const list: number[] = [] // finds: typescript/array-type
// @ts-ignore // finds: typescript/ban-ts-comment
export const wrong: string = "right"
import { Buffer } from "node:buffer" // finds: typescript/consistent-type-imports
export type Bytes = Buffer
export enum Size {
  small = 1, // finds: typescript/no-duplicate-enum-values
  little = 1
}
export const remove = (from: Record<string, number>, key: string) => {
  delete from[key] // finds: typescript/no-dynamic-delete
}
export type Anything = any // finds: typescript/no-explicit-any
export const lengthOf = (text?: string) => text!!.length // finds: typescript/no-extra-non-null-assertion, typescript/no-non-null-assertion, typescript/no-non-null-assertion, typescript/no-unnecessary-type-assertion
export interface Maker {
  new (): Maker // finds: typescript/no-misused-new
}
export const first = (of: Array<string>) => of.at(0)! ?? "" // finds: typescript/no-non-null-assertion, typescript/no-unnecessary-condition, typescript/no-non-null-asserted-nullish-coalescing
export const second = (text?: string) => text?.length! // finds: typescript/no-non-null-assertion, typescript/no-non-null-asserted-optional-chain
import fs = require("node:fs") // finds: typescript/no-require-imports
export const read = fs.readFileSync
export class Chain {
  link() {
    const self = this // finds: typescript/no-this-alias
    return () => self
  }
}
export const same = <T extends unknown>(value: T) => value // finds: typescript/no-unnecessary-type-constraint
export class Both {} // finds: typescript/no-unsafe-declaration-merging
export interface Both {}
export type Callback = Function // finds: typescript/no-unsafe-function-type
export type Text = String // finds: typescript/no-wrapper-object-types
export const kind = "kind" as "kind" // finds: typescript/no-unnecessary-type-assertion, typescript/prefer-as-const
export enum Parts {
  one = 1,
  both = "a".length // finds: typescript/prefer-literal-enum-member
}
declare module Old {} // finds: typescript/prefer-namespace-keyword
export declare function open(name: string): void
export declare function open(number: number): void // finds: typescript/unified-signatures
