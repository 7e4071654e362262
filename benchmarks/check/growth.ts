import type { Case } from "./Check.js"
import { startWork } from "./work.js"

/** Shorter measurements are noise, in milliseconds. */
const minMillis = 10
const rounds = 5

/** How many times longer the larger text is. */
export const times = 4

/** What is linear takes four times as long and, with more memory, some more; quadratic is 16. */
export const linear = 12

type Read<Input> = (input: Input) => unknown

const millisOf = async <Input>(
  read: Read<Input>,
  input: Input,
  repeats: number
): Promise<number> => {
  const elapsed = startWork()
  for (let repeat = 0; repeat < repeats; repeat++) await read(input)
  return elapsed()
}

/** How long a text takes that is `times` as long as another, and how long that one does. */
export const growthOf = <Input>(
  name: string,
  make: (size: number) => Input,
  size: number,
  read: Read<Input>
): Case => ({
  name,
  measure: async () => {
    const [small, large] = [make(Math.ceil(size / times)), make(size)]
    let repeats = 1
    while ((await millisOf(read, small, repeats)) < minMillis) repeats *= 2
    let [millis, baseline] = [Infinity, Infinity]
    for (let round = 0; round < rounds; round++) {
      baseline = Math.min(baseline, await millisOf(read, small, repeats))
      millis = Math.min(millis, await millisOf(read, large, repeats))
    }
    return { millis: millis / repeats, baseline: baseline / repeats }
  }
})

/** A text of so many characters that repeats a part. */
export const repeated =
  (part: string) =>
  (length: number): string =>
    part.repeat(Math.ceil(length / part.length))
