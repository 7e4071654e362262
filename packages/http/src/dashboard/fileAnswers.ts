import type { Effect } from "effect"
import type { Answer } from "../Answer.js"
import type { RequestParts } from "../requests/IncomingRequest.js"

interface DashboardFile {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface DashboardFiles {
  readonly shellFor: (path: string, folder?: string) => DashboardFile
  readonly find: (path: string) => DashboardFile | undefined
}

const answerOf = ({ body, headers }: DashboardFile): Answer => ({
  status: 200,
  headers: { ...headers, "content-length": String(body.length) },
  body
})

/** RFC 9110 13.1.2. */
const isKnown = (etag: string | undefined, ifNoneMatch: string | undefined): boolean =>
  etag !== undefined &&
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(",").some((one) => one.trim().replace(/^W\//, "") === etag)

/** The last part of a mount that was requested without a slash at its end. */
const folderOf = (fullUrl: string): string | undefined => {
  const [path = ""] = fullUrl.split("?")
  return path.endsWith("/") ? undefined : path.slice(path.lastIndexOf("/") + 1)
}

/** Below these is a file, an operation or nothing. */
const noPage = /^\/(?:\/|assets\/|v1(?:\/|$))/

/** Undefined for neither a page nor a file. Pages are the shell, if the client accepts HTML. */
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

export type LoadFiles = Effect.Effect<DashboardFiles, unknown>
