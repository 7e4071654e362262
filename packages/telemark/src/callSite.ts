/** The frames of a stack, without the line that names the error. */
const framesOf = (stack: string): string => {
  const at = stack.search(/\n\s+at /)
  return at < 0 ? "" : stack.slice(at)
}

/** Errors of ours are told by their tag: they say what a caller did, so that the frames inside Telemark help nobody. */
const isExpected = (error: Error): boolean => "_tag" in error

const pointed = (error: Error, frames: string): void => {
  const { stack = "" } = error
  const head = isExpected(error) ? `${error.name}: ${error.message}` : stack
  Object.defineProperty(error, "stack", { value: head + frames, configurable: true, writable: true, enumerable: false })
}

/**
 * Remembers where a call came from. Effects run on a stack of their own, and what they fail with knows nothing of the caller.
 * What is handed back makes an error's stack lead there: it replaces the frames inside Telemark, or follows them if the error isn't one of ours.
 */
export const callSite = (below: (...args: ReadonlyArray<never>) => unknown): (error: unknown) => unknown => {
  const caller: { readonly stack?: string } = {}
  Error.captureStackTrace(caller, below)
  return (error) => {
    const frames = framesOf(caller.stack ?? "")
    if (error instanceof Error && Object.isExtensible(error) && frames !== "") pointed(error, frames)
    return error
  }
}
