// What the preset would refuse.
import { Effect } from "effect"

export interface Empty {}
export class Tag {}
export namespace Tag {
  export type Of = Empty
}
export const nothing = (): Effect.Effect<void> => Effect.void
export type Returned = Effect.Effect<void> | Promise<void>
export const cast = <T>(value: unknown): T => value as T
export const parse = new Map<string, number>().get
export const failed = (error: object) => {
  throw error
}
export const generated = function* () {}
export const shown = (count: number) => `${count}`
export const ignored = (_unused: number, { ...rest }: object) => rest
