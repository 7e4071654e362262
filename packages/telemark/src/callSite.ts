/** The frames of a stack, without the line that names the error. */
const framesOf = (stack: string): string => {
  const at = stack.search(/\n\s+at /)
  return at < 0 ? "" : stack.slice(at)
}

/** Errors of ours are told by their tag: they say what a caller did, so that the frames inside Telemark help nobody. */
const isExpected = (error: Error): boolean => "_tag" in error

/** Errors of ours that lead to a call already. */
const led = new WeakSet<Error>()

/** The same error as an object of its own, of the same class and with the same members. */
const copyOf = (error: Error): Error => {
  // Its class comes last: the stack of a new error is written when it is first looked at, and names class and message.
  const copy = Object.defineProperties(new Error(), Object.getOwnPropertyDescriptors(error))
  Object.setPrototypeOf(copy, Object.getPrototypeOf(error) as object)
  return copy
}

/** Calls may fail with one error together, as those whose sends are written in one transaction: each gets an error that leads to itself. */
const pointed = (error: Error, frames: string): Error => {
  const own = led.has(error) ? copyOf(error) : error
  const { stack = "" } = own
  const head = isExpected(own) ? `${own.name}: ${own.message}` : stack
  if (isExpected(own)) led.add(own)
  return Object.defineProperty(own, "stack", { value: head + frames, configurable: true, writable: true, enumerable: false })
}

/**
 * Remembers where a call came from. Effects run on a stack of their own, and what they fail with knows nothing of the caller.
 * What is handed back makes an error's stack lead there: it replaces the frames inside Telemark, or follows them if the error isn't one of ours.
 * An error of ours that leads to another call already is copied.
 */
export const callSite = (below: (...args: ReadonlyArray<never>) => unknown): (error: unknown) => unknown => {
  const caller: { readonly stack?: string } = {}
  Error.captureStackTrace(caller, below)
  return (error) => {
    const frames = framesOf(caller.stack ?? "")
    return error instanceof Error && Object.isExtensible(error) && frames !== "" ? pointed(error, frames) : error
  }
}
