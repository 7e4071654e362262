import { testsRun } from "@telemark-tools/programs"
import { execFile } from "node:child_process"
import { promisify } from "node:util"

/**
 * Whether dkimpy judges mail, too: it does, unless TELEMARK_TEST_DKIMPY=off says otherwise, which
 * it may not in CI.
 */
export const hasDkimpy = (): boolean => testsRun("dkimpy", "TELEMARK_TEST_DKIMPY")

/**
 * Reads a JSON line with the mail in base64 and the keys' records, and says for each signature
 * whether it holds.
 */
const program = `
import base64, json, sys
import dkim
given = json.load(sys.stdin)
mail = base64.b64decode(given["mail"])
count = sum(1 for name, _ in dkim.rfc822_parse(mail)[0] if name.lower() == b"dkim-signature")
def record(name, timeout=5):
    return given["records"].get(name.decode().rstrip(".").lower(), "").encode()
print(json.dumps([bool(dkim.DKIM(mail).verify(idx=index, dnsfunc=record)) for index in range(count)]))
`

const missing =
  "Mail is judged by dkimpy, too: install it for Python (Debian: python3-dkim), or leave it out with TELEMARK_TEST_DKIMPY=off."

/** Debian's Python first: another one on the PATH lacks Debian's packages. */
const interpreters = ["/usr/bin/python3", "python3"]

const execute = promisify(execFile)

const run = async (interpreter: string, input: string): Promise<string> => {
  const running = execute(interpreter, ["-c", program])
  running.child.stdin?.on("error", () => undefined).end(input)
  return (await running).stdout
}

/**
 * Whether each signature of the mail holds, by dkimpy. `records` has the TXT records of the keys by
 * name in lower case.
 */
export const judgeByDkimpy = async (
  source: Buffer,
  records: Readonly<Record<string, string>>
): Promise<ReadonlyArray<boolean>> => {
  const failures: Array<unknown> = []
  for (const interpreter of interpreters) {
    try {
      return JSON.parse(
        await run(interpreter, JSON.stringify({ mail: source.toString("base64"), records }))
      ) as ReadonlyArray<boolean>
    } catch (error) {
      failures.push(error)
    }
  }
  throw new AggregateError(failures, missing)
}
