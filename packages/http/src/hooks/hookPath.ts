/** What the path of a provider's call names. */
export interface HookPath {
  readonly provider: string
  /** Who knows it may report: never log it. */
  readonly secret: string
}

/** The path template, which stands in logs and traces for the path. */
export const hookRoute = "/hooks/:provider/:secret"

const pattern = /^\/hooks\/([^/]{1,64})\/([^/]{1,256})\/?$/

/** The parts of the path of a provider's call; undefined for other paths. */
export const readHookPath = (path: string): HookPath | undefined => {
  const [, provider, secret] = pattern.exec(path) ?? []
  return provider === undefined || secret === undefined ? undefined : { provider, secret }
}
