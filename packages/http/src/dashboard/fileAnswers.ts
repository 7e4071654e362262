import type { Effect } from "effect"
import type { Answer } from "../Answer.js"
import type { RequestParts } from "../requests/IncomingRequest.js"

interface DashboardFile {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** The built pages, as `loadDashboard` of `@telemark/dashboard` reads them. */
export interface DashboardFiles {
  readonly shellFor: (path: string, folder?: string) => DashboardFile
  readonly find: (path: string) => DashboardFile | undefined
}

const answerOf = ({ body, headers }: DashboardFile): Answer => ({
  status: 200,
  headers: { ...headers, "content-length": String(body.length) },
  body
})

/** Whether the browser has that version already (RFC 9110 13.1.2). */
const isKnown = (etag: string | undefined, ifNoneMatch: string | undefined): boolean =>
  etag !== undefined &&
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(",").some((one) => one.trim().replace(/^W\//, "") === etag)

/**
 * The last part of a mount that was requested without a slash at its end; undefined for any other
 * address.
 */
const folderOf = (fullUrl: string): string | undefined => {
  const [path = ""] = fullUrl.split("?")
  return path.endsWith("/") ? undefined : path.slice(path.lastIndexOf("/") + 1)
}

/** What is below these is a file or an operation, or nothing. */
const noPage = /^\/(?:\/|assets\/|v1(?:\/|$))/

/**
 * The answer to a request for a page or a file; undefined if it is neither. A page's path is
 * answered with the shell if the client accepts HTML.
 */
export const fileAnswer = (
  files: DashboardFiles,
  { fullUrl, header }: Pick<RequestParts, "fullUrl" | "header">,
  path: string
): Answer | undefined => {
  const file = files.find(path)
  if (file !== undefined) {
    const { "cache-control": caching = "", etag } = file.headers
    return isKnown(etag, header("if-none-match"))
      ? { status: 304, headers: { "cache-control": caching, etag: etag ?? "" }, body: undefined }
      : answerOf(file)
  }
  if (noPage.test(path) || !(header("accept") ?? "").includes("text/html")) return undefined
  return answerOf(files.shellFor(path, path === "/" ? folderOf(fullUrl()) : undefined))
}

/** Reading the files is begun once they are asked for. */
export type LoadFiles = Effect.Effect<DashboardFiles, unknown>
