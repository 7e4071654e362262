import { returnPathToken } from "@telemark/feedback"

/** Those to whom the mail of a return path belongs, and the message that it names. */
export const key = Buffer.alloc(32, 7)
export const id = "em_0199a0b0c0d07000800000000000000b"
export const path = `b+${returnPathToken(key, id)}@bounce.example`

/** What a mail repeats that is made to take the search for return paths long, and what it names. */
export const hostileReturned: ReadonlyArray<readonly [unit: string, found: ReadonlyArray<string>]> =
  [
    [`${path} `, [id]],
    ["b+", []],
    ["To: ", []],
    [`To: b+${"a".repeat(39)}@`, []],
    ["\n\t", []]
  ]
