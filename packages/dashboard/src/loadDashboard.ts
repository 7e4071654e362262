import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { dirname, extname, join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"

/** A file as it is answered. */
export interface DashboardFile {
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** The built pages, in memory. */
export interface DashboardFiles {
  /**
   * The page that every address of the dashboard answers with. `path` is the requested one, below
   * the mount, such as `/messages/em_1`. For the mount itself, requested without a slash at its
   * end, `folder` is its last part: without it, relative addresses would lead beside the mount.
   */
  readonly shellFor: (path: string, folder?: string) => DashboardFile
  /**
   * The file at a path below the mount, such as `/assets/index-1a2b3c.js`; undefined if there is
   * none.
   */
  readonly find: (path: string) => DashboardFile | undefined
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2"
}

/**
 * Scripts and styles are files of this origin. Frames show mail, in a file with a policy of its
 * own.
 */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self'; " +
  "base-uri 'self'; form-action 'self'; frame-ancestors 'none'"

const framePath = "/frame.html"

const always = {
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin"
}

const shellHeaders = {
  ...always,
  "content-type": types[".html"] ?? "",
  "cache-control": "no-store",
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  // With no-referrer, browsers would send `Origin: null`, by which the server couldn't tell its own
  // pages.
  "referrer-policy": "same-origin"
}

const headersOf = (path: string, body: Uint8Array): DashboardFile["headers"] => ({
  ...always,
  "content-type": types[extname(path)] ?? "application/octet-stream",
  // The names of built files change with their content.
  "cache-control": path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
  etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`
})

/**
 * The frame that shows mail: an origin of its own, its one script, styles, images within the mail,
 * and nothing that is loaded.
 */
const frameHeaders = (body: Uint8Array): DashboardFile["headers"] => {
  const script = /<script>([^]*?)<\/script>/.exec(new TextDecoder().decode(body))?.[1] ?? ""
  const hash = createHash("sha256").update(script).digest("base64")
  return {
    ...headersOf(framePath, body),
    "content-security-policy":
      `sandbox allow-scripts; default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data:; font-src data:; ` +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    "permissions-policy": shellHeaders["permissions-policy"],
    "referrer-policy": "no-referrer"
  }
}

/**
 * The base of a shell relative to the requested path, so that the dashboard need not know where it
 * is mounted.
 */
const baseFor = (path: string, folder: string | undefined): string => {
  if (folder !== undefined) return `./${folder.replace(/[^\w.~%-]/g, encodeURIComponent)}/`
  const below = path.replace(/^\/+/, "").split("/").length - 1
  return below === 0 ? "./" : "../".repeat(below)
}

// In a bundle that is CommonJS there is no `import.meta`.
const here = dirname(typeof __filename === "string" ? __filename : fileURLToPath(import.meta.url))

const builtBase = '<base href="./">'

/** Reads the built pages: they are part of this package. Rejects if they weren't built. */
export const loadDashboard = async (
  directory = join(here, "../dist/app")
): Promise<DashboardFiles> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = new Map<string, DashboardFile>()
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(directory, file).split(sep).join("/")}`
    const body = await readFile(file)
    files.set(path, {
      headers: path === framePath ? frameHeaders(body) : headersOf(path, body),
      body
    })
  }
  // Browsers ask for it by themselves, such as for a page that isn't html.
  const icon = files.get("/icon.svg")
  if (icon !== undefined) files.set("/favicon.ico", icon)
  const shell = new TextDecoder().decode(files.get("/index.html")?.body)
  files.delete("/index.html")
  if (!shell.includes(builtBase))
    throw new Error(
      "The pages of the dashboard have no <base>: they weren't built by this package's vite.config.ts."
    )
  return {
    shellFor: (path, folder) => ({
      headers: shellHeaders,
      body: new TextEncoder().encode(
        shell.replace(builtBase, `<base href="${baseFor(path, folder)}">`)
      )
    }),
    // Looked up by the whole path: no path leads out of the folder.
    find: (path) => files.get(path)
  }
}
