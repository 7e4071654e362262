import { get, type IncomingHttpHeaders } from "node:http"

/** Asks as a browser does that reaches the server by a name of somebody's choice. */
export const askAt = (
  host: string,
  url: string
): Promise<{
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly text: string
}> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { host, accept: "text/html" } }, (response) => {
      const { headers, statusCode: status } = response
      response
        .setEncoding("utf8")
        .toArray()
        .then((parts) => {
          resolve({ status, headers, text: parts.join("") })
        }, reject)
    }).on("error", reject)
  })
