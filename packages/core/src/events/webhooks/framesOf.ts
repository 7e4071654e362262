/**
 * The kind and stack frames of an error without its message, which might quote a URL, a body or a
 * secret.
 */
export const framesOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error
  const code = "code" in error ? ` ${String(error.code)}` : ""
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line))
  return [`${error.name}${code}`, ...frames].join("\n")
}
