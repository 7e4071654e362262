/** A request that a curl command makes. */
export interface CurlRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

const withValue: Readonly<Record<string, string>> = {
  "-X": "method",
  "--request": "method",
  "-H": "header",
  "--header": "header",
  "-d": "body",
  "--data": "body",
  "--json": "body"
}

const headerOf = (text: string): readonly [string, string] => {
  const colon = text.indexOf(":")
  return [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim()]
}

/** Reads the words of a curl command. */
export const readCurl = (words: ReadonlyArray<string>): CurlRequest => {
  const given: Array<readonly [string, string]> = []
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? ""
    const kind = withValue[word]
    if (kind !== undefined) given.push([kind, words[++at] ?? ""])
    else if (!word.startsWith("-")) given.push(["url", word])
  }
  const last = (kind: string): string | undefined =>
    given.filter(([one]) => one === kind).at(-1)?.[1]
  const body = last("body")
  return {
    method: last("method") ?? (body === undefined ? "GET" : "POST"),
    url: last("url") ?? "",
    headers: Object.fromEntries(
      given.filter(([kind]) => kind === "header").map(([, text]) => headerOf(text))
    ),
    ...(body === undefined ? {} : { body })
  }
}
