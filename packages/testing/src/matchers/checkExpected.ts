import { isAsymmetric } from "./compare.js"

const mailFields = [
  "to",
  "from",
  "cc",
  "subject",
  "html",
  "text",
  "headers",
  "attachments",
  "template_id",
  "times"
]
const fileFields = ["filename", "content_type", "content_id", "content"]

const refuse = (problem: string): never => {
  throw new TypeError(`toHaveSent: ${problem}`)
}

const isPlain = (value: unknown): value is object =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof RegExp) &&
  !isAsymmetric(value)

const checkFields = (
  value: object,
  where: string,
  known: ReadonlyArray<string> | undefined
): void => {
  for (const [name, member] of Object.entries(value)) {
    if (known !== undefined && !known.includes(name))
      refuse(`there is no ${where}${name}; it takes ${known.join(", ")}`)
    if (member === undefined) refuse(`${where}${name} is undefined; leave it out to match anything`)
  }
}

const checkList = (list: ReadonlyArray<unknown>, where: string): void => {
  for (const [index, member] of list.entries()) {
    if (member === undefined)
      refuse(`${where}[${String(index)}] is undefined; leave it out to match anything`)
    if (isPlain(member)) checkFields(member, `${where}[${String(index)}].`, fileFields)
  }
}

const isCount = (times: unknown): boolean =>
  typeof times === "number" && Number.isSafeInteger(times) && times >= 0

/**
 * Throws a TypeError for unknown fields and fields without a value: they match any message or none,
 * and types don't find all of them.
 */
export const checkExpected = (expected: unknown): void => {
  if (!isPlain(expected)) return refuse('takes an object such as { to: "ada@example.com" }')
  checkFields(expected, "", mailFields)
  if ("times" in expected && !isCount(expected.times))
    refuse("times takes a whole number, 0 or more")
  if ("headers" in expected && isPlain(expected.headers))
    checkFields(expected.headers, "headers.", undefined)
  if ("cc" in expected && Array.isArray(expected.cc)) checkList(expected.cc, "cc")
  if (!("attachments" in expected)) return
  if (!Array.isArray(expected.attachments))
    return refuse(
      "attachments takes a list of filenames or of { filename, content_type, content_id, content }"
    )
  checkList(expected.attachments, "attachments")
}
